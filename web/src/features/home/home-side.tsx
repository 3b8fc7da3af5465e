import type { Announcement, HomeIndex } from '@hongyan/contract/home'
import { listTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useMay, useSettings } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { formatSize } from '../../lib/sizes.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconChevronDown, iconUser } from '../../ui/icons.ts'
import { iconAnnounce, iconDisk } from '../../ui/icons-later.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Switch } from '../../ui/switch.tsx'
import { composePath, nameOf, writeNeeds } from '../messages/messages.public.ts'
import { saveSetting } from '../settings/undo.public.ts'
import styles from './home.module.css'
import { Card } from './home-card.tsx'

/** Words of the organisation (SHELL-23). */
export function AnnouncementCard({ list }: { list: readonly Announcement[] }) {
  const { t } = useTranslation('home')
  if (list.length === 0) return null
  return (
    <Card title={t('announcements')} icon={iconAnnounce}>
      <ul>
        {list.map((one) => (
          <li key={one.announcementId}>
            <Words announcement={one} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Words({ announcement: { title, content, startTime } }: { announcement: Announcement }) {
  const style = useDateStyle()
  const head = (
    <>
      <span className={styles.wordsTitle}>{title}</span>
      <time className={styles.when} dateTime={startTime}>
        {listTime(startTime, style)}
      </time>
    </>
  )
  if (content === '') return <p className={styles.wordsHead}>{head}</p>
  return (
    <details className={styles.words}>
      <summary data-stop className={styles.wordsHead}>
        <Icon icon={iconChevronDown} size={14} />
        {head}
      </summary>
      <p className={styles.wordsText}>{content}</p>
    </details>
  )
}

/** Whom one wrote to last: a click begins a mail to them. */
export function PeopleCard({ people }: { people: HomeIndex['people'] }) {
  const { t } = useTranslation('home')
  const may = useMay()
  if (people.length === 0) return null
  // Who may not write sees what was written with them.
  const to = may(writeNeeds) ? `${composePath('new')}?mailTo=` : '/inboxct?address='
  return (
    <Card title={t('people')} icon={iconUser}>
      <ul className={styles.people}>
        {people.map((person) => (
          <li key={person.address}>
            <Link
              to={`${to}${encodeURIComponent(person.address)}`}
              data-stop
              className={styles.person}
              title={person.address}
            >
              <Avatar name={nameOf(person)} address={person.address} size={40} />
              <span className={styles.personName}>
                <Isolated>{nameOf(person)}</Isolated>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const round = 2 * Math.PI * 32

/** How full the mailbox is, as a ring. */
export function StorageCard({ quota: { setSize, curSize } }: { quota: HomeIndex['quota'] }) {
  const { t } = useTranslation('home')
  const part = setSize > 0 ? Math.min(1, curSize / setSize) : 0
  const percent = part > 0 && part < 0.01 ? '<1%' : `${Math.round(part * 100)}%`
  const use = t('shell:quotaUse', { used: formatSize(curSize), total: formatSize(setSize) })
  const state = part >= 0.9 ? 'full' : part >= 0.75 ? 'filling' : undefined
  return (
    <Card title={t('shell:quota')} icon={iconDisk}>
      <div className={styles.storage} data-state={state}>
        <svg className={styles.ring} viewBox="0 0 76 76" role="img" aria-label={percent}>
          <circle className={styles.track} cx="38" cy="38" r="32" />
          {part > 0 && (
            <circle
              className={styles.used}
              cx="38"
              cy="38"
              r="32"
              strokeDasharray={`${Math.max(4, part * round)} ${round}`}
            />
          )}
          <text x="38" y="43" className={styles.percent}>
            {percent}
          </text>
        </svg>
        <div>
          <p>{use}</p>
          {state && <p className={styles.hint}>{t('fillingUp')}</p>}
        </div>
      </div>
    </Card>
  )
}

/** Who would rather begin in the inbox says so here, and in the settings. */
export function StartChoice() {
  const { t } = useTranslation('home')
  const [on, choose] = useChosen(useSettings()?.startInInbox === 1)
  const turn = (next: boolean) =>
    choose(next, () =>
      saveSetting({ key: 'startInInbox', value: next ? 1 : 0 }, t('settings:startInInbox')),
    )
  return (
    <Switch className={styles.choice} checked={on} onChange={(event) => turn(event.target.checked)}>
      {t('settings:startInInbox')}
    </Switch>
  )
}

import { useQuery } from '@tanstack/react-query'
import { SwitchEntry } from '../../features/public-boxes/public-boxes.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { quotaQuery, unreadQuery, useHidesSome, useUser } from '../../lib/me.ts'
import { logout } from '../../lib/session.ts'
import { formatSize } from '../../lib/sizes.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { iconLogout } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import styles from './account-panel.module.css'
import { Appearance } from './appearance.tsx'
import { factsOf, othersOf } from './user-facts.ts'

/** Who is signed in, how full the mailbox is, how the page looks, and the way out. */
export function AccountPanel({ close }: { close: () => void }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const hidden = useHidesSome()
  if (!user) return null
  const facts = factsOf(user, hidden)
  const others = othersOf(user, hidden)
  return (
    <div className={styles.panel}>
      <div className={styles.who}>
        <Avatar name={user.userName} address={user.emailAddr} size={48} />
        <div className={styles.names}>
          <p className={styles.name}>
            <Isolated>{user.userName}</Isolated>
          </p>
          <p className={styles.address}>
            <Isolated>{user.emailAddr}</Isolated>
          </p>
        </div>
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ key, words }) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>
                {key === 'gender' ? words.map((one) => t(madeKey(one))) : <Lines of={words} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {others.length > 0 && (
        <section className={styles.others}>
          <h3>{t('associated')}</h3>
          <Lines of={others} />
        </section>
      )}
      <Unread />
      <Quota />
      <Appearance />
      <SwitchEntry onPick={close} />
      <Button kind="secondary" block icon={iconLogout} onClick={() => void logout()}>
        {t('logout')}
      </Button>
    </div>
  )
}

const Lines = ({ of }: { of: readonly string[] }) =>
  of.map((one) => (
    <p key={one} className={styles.line}>
      <Isolated>{one}</Isolated>
    </p>
  ))

/** What is still being asked takes its room already: nothing below moves from under a press. */
const blank = '\u00a0'

/** Unread mail of the whole mailbox, as the server counts it at this moment (SHELL-25). */
function Unread() {
  const { t } = useTranslation('shell')
  const { data } = useQuery(unreadQuery)
  return <p className={styles.unread}>{data ? t('unread', data) : blank}</p>
}

function Quota() {
  const { t } = useTranslation('shell')
  const { data } = useQuery({ ...quotaQuery, staleTime: 10_000 })
  if (!data)
    return (
      <div className={styles.quota} aria-hidden="true">
        <p>{blank}</p>
        <div className={styles.meter} />
      </div>
    )
  const used = data.curMap.curSize
  const total = data.maxMap.setSize
  const share = total > 0 ? Math.min(1, used / total) : 0
  return (
    <div className={styles.quota}>
      <p>
        <span>{t('quota')}</span>
        <span>{t('quotaUse', { used: formatSize(used), total: formatSize(total) })}</span>
      </p>
      <meter
        className={styles.meter}
        aria-label={t('quota')}
        min={0}
        max={1}
        high={0.9}
        value={share}
      />
    </div>
  )
}

import type { Person } from '@hongyan/contract/fields'
import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { Fragment, useRef, useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDateStyle, useSettings, useUser } from '../../../lib/me.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconInfo, iconShield, iconStar, iconWarning } from '../../../ui/icons.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { SensitivityChip } from '../../approval/sensitivity-chip.public.tsx'
import { useMarks, useSearchTerms } from '../../search/search.public.ts'
import { markStarred } from '../message-actions.ts'
import { nameOf, plainLine } from '../people.ts'
import { judge } from './banners/authentication.ts'
import { isSuspect } from './banners/tones.ts'
import styles from './reader.module.css'
import { RecipientList } from './recipient-list.tsx'

interface ReaderHeaderProps {
  /** The row of the list, until the whole message is here. */
  mail: MessageDetail | MessageItem
  detail: MessageDetail | undefined
}

/** Subject, and who wrote to whom and when. The sender's real address is always in sight (T28). */
export function ReaderHeader({ mail, detail }: ReaderHeaderProps) {
  const { t } = useTranslation('reader')
  const dateStyle = useDateStyle()
  const [open, setOpen] = useState(false)
  const head = useRef<HTMLElement>(null)
  useMarks(head, 'hit-head', useSearchTerms())
  const name = nameOf(mail.mailFrom)
  const address = plainLine(mail.mailFrom.address)
  const showsAddress = useShowsAddress(detail)
  return (
    <header ref={head} className={styles.header}>
      <div className={styles.subjectLine}>
        <h1 className={styles.subject}>
          <Isolated>{plainLine(mail.mailSubject) || t('list:noSubject')}</Isolated>
        </h1>
        {detail?.priority === 'high' && <Chip tone="danger">{t('important')}</Chip>}
        {detail?.priority === 'low' && <Chip>{t('lowPriority')}</Chip>}
        {detail?.sensitivity && <SensitivityChip label={detail.sensitivity} />}
        <IconButton
          icon={iconStar}
          filled={mail.starred}
          pressed={mail.starred}
          label={t('list:star')}
          shortcut="s"
          className={styles.star}
          onClick={() => void markStarred([mail], !mail.starred)}
        />
      </div>
      <div className={styles.people}>
        <Avatar
          name={name}
          address={address}
          size={40}
          plain={mail.stranger || (detail !== undefined && isSuspect(detail))}
        />
        <div className={styles.who}>
          <p className={styles.fromLine}>
            <span className={styles.fromName} data-person>
              <Isolated>{name}</Isolated>
            </span>
            {name !== address && showsAddress && (
              <span className={styles.address}>&lt;{address}&gt;</span>
            )}
            {detail && <OtherAuthors authors={detail.authors.slice(1)} />}
            {detail && <Trust detail={detail} />}
          </p>
          <p className={styles.toLine}>
            <span className={styles.toText}>
              <Recipients mail={mail} />
            </span>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {t(open ? 'hide' : 'details')}
            </button>
          </p>
        </div>
        <time className={styles.when} dateTime={mail.receivedTime}>
          {fullTime(mail.receivedTime, dateStyle)}
        </time>
      </div>
      {open && detail && <Details detail={detail} />}
    </header>
  )
}

/**
 * The sender's address beside the name, as the user wishes (displayEmail). It is never left out where the name alone could
 * deceive: before the mail is here, when nobody vouches for it, or when there is any warning (T28).
 */
function useShowsAddress(detail: MessageDetail | undefined): boolean {
  const wanted = useSettings()?.displayEmail !== 0
  if (wanted || !detail || detail.warnings.length > 0) return true
  const { authentication, mailFrom } = detail
  return authentication !== null && judge(authentication, mailFrom.address) !== 'verified'
}

/** Who else From names: a proven address must not stand behind one that is only claimed (T28). */
function OtherAuthors({ authors }: { authors: readonly Person[] }) {
  const { t } = useTranslation('reader')
  if (authors.length === 0) return null
  const all = authors.map(({ name, address }) =>
    plainLine(name === '' ? address : `${name} <${address}>`),
  )
  return <span className={styles.address}>{t('alsoFrom', { names: all.join(t('comma')) })}</span>
}

/** What the checks of the sending server say, in a word. */
function Trust({ detail }: { detail: MessageDetail }) {
  const { t } = useTranslation('reader')
  if (!detail.authentication) return null
  const verdict = judge(detail.authentication, detail.mailFrom.address)
  const icons = { verified: iconShield, unverified: iconInfo, failed: iconWarning }
  return (
    <span className={styles.trust} data-verdict={verdict} title={t(`trust.${verdict}Long`)}>
      <Icon icon={icons[verdict]} size={14} />
      {t(`trust.${verdict}`)}
    </span>
  )
}

/** "To me, Li Na, Zhou Min and others (6 in all)": the reader first, wherever they stand in a long list. */
function Recipients({ mail }: { mail: MessageDetail | MessageItem }) {
  const { t } = useTranslation('reader')
  const own = useUser()?.emailAddr.toLowerCase()
  const all = 'mailCc' in mail ? [...mail.mailTo, ...mail.mailCc, ...mail.mailBcc] : mail.mailTo
  if (all.length === 0) return t('noRecipients')
  const isOwn = ({ address }: Person) => address.toLowerCase() === own
  const others = all.filter((person) => !isOwn(person)).map(nameOf)
  const names = [...all.filter(isOwn).map(() => t('me')), ...others]
  const shown = names.slice(0, 3).join(t('comma'))
  return t(names.length > 3 ? 'toMore' : 'to', { names: shown, total: names.length })
}

function Details({ detail }: { detail: MessageDetail }) {
  const { t } = useTranslation('reader')
  const dateStyle = useDateStyle()
  const people: [string, Person[]][] = [
    ['from', detail.authors.length > 1 ? detail.authors : [detail.mailFrom]],
    ['sender', detail.sender ? [detail.sender] : []],
    ['replyTo', detail.replyTo],
    ['toLabel', detail.mailTo],
    ['cc', detail.mailCc],
    ['bcc', detail.mailBcc],
  ]
  const checks = detail.authentication
  return (
    <dl className={styles.details}>
      {people.map(([key, list]) =>
        list.length === 0 ? null : (
          <Fragment key={key}>
            <dt>{t(madeKey(key))}</dt>
            <dd>
              <RecipientList people={list} label={t(madeKey(key))} />
            </dd>
          </Fragment>
        ),
      )}
      <dt>{t('time')}</dt>
      <dd>{fullTime(detail.sentTime ?? detail.receivedTime, dateStyle)}</dd>
      <dt>{t('size')}</dt>
      <dd>{formatSize(detail.size)}</dd>
      {checks && (
        <>
          <dt>{t('checks')}</dt>
          <dd>
            {t(`trust.${judge(checks, detail.mailFrom.address)}Long`)}
            {checks.domain && ` ${t('vouchedBy', { domain: checks.domain })}`}
            <span className={styles.checks}>
              {`SPF ${checks.spf} · DKIM ${checks.dkim} · DMARC ${checks.dmarc} · ARC ${checks.arc}`}
            </span>
          </dd>
        </>
      )}
    </dl>
  )
}

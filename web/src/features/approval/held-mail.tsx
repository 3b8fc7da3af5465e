import type { ApprovalDetail } from '@hongyan/contract/approval-fields'
import type { Person } from '@hongyan/contract/fields'
import { useMemo } from 'react'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { formatSize } from '../../lib/sizes.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconPaperclip } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { AttachmentStrip, listedOf, ReaderBody } from '../messages/mail-body.public.ts'
import { plainLine } from '../messages/messages.public.ts'
import styles from './application.module.css'

/** The mail as it will leave: everybody it goes to, hidden ones too, its text and its files. */
export function HeldMail({ detail }: { detail: ApprovalDetail }) {
  const { t } = useTranslation('approval')
  const style = useDateStyle()
  const { unsafeHtml, text, attachments, mailFrom, mayDownload } = detail
  const source = useMemo(
    () => ({ unsafeHtml, text, attachments, from: mailFrom.address }),
    [unsafeHtml, text, attachments, mailFrom.address],
  )
  const listed = useMemo(() => listedOf(attachments, unsafeHtml ?? ''), [attachments, unsafeHtml])
  return (
    <article className={styles.mail} aria-label={t('mail')}>
      <header className={styles.mailHead}>
        <h2 className={styles.mailSubject}>
          <Isolated>{plainLine(detail.mailSubject) || t('list:noSubject')}</Isolated>
        </h2>
        <dl className={styles.heads}>
          <People label={t('head.from')} people={[mailFrom]} />
          <People label={t('head.to')} people={detail.mailTo} />
          <People label={t('head.cc')} people={detail.mailCc} />
          <People label={t('head.bcc')} people={detail.mailBcc} />
          <dt>{t('head.time')}</dt>
          <dd>{fullTime(detail.createTime, style)}</dd>
        </dl>
      </header>
      {detail.truncated && <Banner tone="warn">{t('reader:tooComplex')}</Banner>}
      {detail.encrypted ? (
        <Banner tone="warn">{t('encrypted')}</Banner>
      ) : (
        <ReaderBody source={source} quotes="all" />
      )}
      {mayDownload ? (
        <AttachmentStrip attachments={listed} zipUrl={null} />
      ) : (
        listed.length > 0 && <ClosedFiles files={listed} />
      )}
    </article>
  )
}

function People({ label, people }: { label: string; people: readonly Person[] }) {
  if (people.length === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {people.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the header of a mail never changes; a person may stand in it twice
          <span key={index} className={styles.person}>
            {person.name && <Isolated>{plainLine(person.name)}</Isolated>}{' '}
            <span className={styles.address}>&lt;{plainLine(person.address)}&gt;</span>
          </span>
        ))}
      </dd>
    </>
  )
}

/** Where the organisation lets nobody have the files before they leave: what they are called (mailApprovalDownload). */
function ClosedFiles({ files }: { files: ApprovalDetail['attachments'] }) {
  const { t } = useTranslation('approval')
  return (
    <>
      <ul className={styles.files} aria-label={t('reader:attachments')}>
        {files.map((file) => (
          <li key={file.section} className={styles.file}>
            <Icon icon={iconPaperclip} size={16} />
            <Isolated>{plainLine(file.fileName) || t('reader:unnamed')}</Isolated>
            <span>{formatSize(file.size)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.noFiles}>{t('noDownload')}</p>
    </>
  )
}

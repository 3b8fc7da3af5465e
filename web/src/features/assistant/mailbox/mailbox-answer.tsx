import type { FoundMail } from '@hongyan/contract/assistant-wire'
import { listTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDateStyle } from '../../../lib/me.ts'
import { Link } from '../../../lib/router/link.tsx'
import { AgainButton, CopyButton } from '../answer/answer-actions.tsx'
import { AnswerNote, AnswerText, Thought } from '../answer/answer-text.tsx'
import { useSaid } from '../answer/use-note.ts'
import { askMailbox } from '../ask.ts'
import styles from '../assistant.module.css'
import { type Answer, isOpen } from '../machine.ts'
import { showBehind } from '../open-assistant.public.ts'
import own from './mailbox.module.css'

/** What was answered, the mails it stands on, and those that were found besides. */
export function MailboxAnswer({ answer }: { answer: Answer }) {
  const { t } = useTranslation('assistant')
  const { content, found, query, question } = answer
  useSaid(answer, { kind: 'mailbox', text: content })
  const numbered = found.map((mail, at) => ({ mail, number: at + 1 }))
  const isUsed = ({ number }: { number: number }) => content.includes(`[${number}]`)
  return (
    <>
      {question !== '' && (
        <p className={styles.question} dir="auto">
          <span className="visually-hidden">{t('youAsked')}</span>
          {question}
        </p>
      )}
      <section className={styles.result} aria-label={t('outer.mailbox')}>
        <AnswerText text={content.trim()} />
        <AnswerNote answer={answer} kind="mailbox" />
        <Mails title={t('mailbox.used')} mails={numbered.filter(isUsed)} />
        <Mails title={t('mailbox.found')} mails={numbered.filter((one) => !isUsed(one))} />
        {query !== '' && (
          <p className={styles.note}>
            {t('mailbox.searched')}
            <bdi>{query}</bdi>{' '}
            <Link
              to={`/search?${new URLSearchParams({ searchKeyword: query })}`}
              onClick={showBehind}
            >
              {t('mailbox.inSearch')}
            </Link>
          </p>
        )}
        <Thought text={answer.thought} />
        {!isOpen(answer) && (
          <div className={styles.actions}>
            {content !== '' && <CopyButton text={content.trim()} />}
            <AgainButton answer={answer} onAgain={() => void askMailbox(question)} />
          </div>
        )}
      </section>
    </>
  )
}

interface MailsProps {
  title: string
  mails: readonly { mail: FoundMail; number: number }[]
}

function Mails({ title, mails }: MailsProps) {
  const { t } = useTranslation('assistant')
  const style = useDateStyle()
  if (mails.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ol className={own.mails}>
        {mails.map(({ mail, number }) => (
          <li key={mail.mailId} className={own.mail}>
            <span className={own.number} aria-hidden="true">
              [{number}]
            </span>
            <div>
              <Link to={`/reply/${mail.mailboxId}/${mail.mailId}`} onClick={showBehind} dir="auto">
                <span className="visually-hidden">{t('mailbox.cite', { number })}: </span>
                {mail.subject || t('list:noSubject')}
              </Link>
              <p className={own.about}>
                <bdi>{mail.from}</bdi> · {listTime(mail.at, style)}
              </p>
              {mail.quote !== '' && (
                <p className={own.quote} dir="auto">
                  {mail.quote}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

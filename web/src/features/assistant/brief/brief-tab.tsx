import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { iconSpark } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast-store.ts'
import { openMail } from '../../messages/open-mail.public.ts'
import { CopyButton, StopButton } from '../answer/answer-actions.tsx'
import { AnswerNote, Thought } from '../answer/answer-text.tsx'
import { useSaid } from '../answer/use-note.ts'
import { askBrief } from '../ask.ts'
import styles from '../assistant.module.css'
import { type Answer, isOpen } from '../machine.ts'
import { useAssistant } from '../store.ts'
import { BriefLines, briefText } from './brief-lines.tsx'

/** What the conversation of the open mail leaves to be known and done. */
export function BriefTab() {
  const { t } = useTranslation('assistant')
  const result = useAssistant(({ results }) => results.brief)
  const brief = () => {
    if (openMail() === null) toast({ kind: 'info', text: t('noMail') })
    else void askBrief()
  }
  return (
    <>
      <div className={styles.row}>
        <Button kind="primary" size="sm" icon={iconSpark} onClick={brief}>
          {t(result === null ? 'brief.make' : 'brief.again')}
        </Button>
        <StopButton />
      </div>
      {result === null ? (
        <p className={styles.hint}>{t('brief.hint')}</p>
      ) : (
        <Brief answer={result} />
      )}
    </>
  )
}

function Brief({ answer }: { answer: Answer }) {
  const { t } = useTranslation('assistant')
  const { brief, mails, error } = answer
  const isDone = !isOpen(answer)
  const text = briefText(brief, (kind) => t(`brief.kind.${kind}`))
  const said = text === '' && mails !== null ? t('brief.none') : text
  const withNote = mails === null || !isDone || error !== null || answer.state === 'stopped'
  useSaid(answer, { kind: 'brief', text: said, withNote })
  return (
    <section className={styles.result} aria-label={t('inner.brief')}>
      <BriefLines lines={brief} />
      {isDone && mails !== null && brief.length === 0 && <p>{t('brief.none')}</p>}
      {withNote && <AnswerNote answer={answer} kind="brief" />}
      {isDone && mails !== null && <Basis answer={answer} />}
      <Thought text={answer.thought} />
      {isDone && text !== '' && (
        <div className={styles.actions}>
          <CopyButton text={text} />
        </div>
      )}
    </section>
  )
}

/** What it stands on, and what is not in it. */
function Basis({ answer: { mails, engine } }: { answer: Answer }) {
  const { t } = useTranslation('assistant')
  const { read = 0, left = 0 } = mails ?? {}
  return (
    <div className={styles.note}>
      <p>{t('brief.read', { count: read })}</p>
      {left > 0 && <p>{t('brief.left', { count: left })}</p>}
      {engine === 'built-in' && <p>{t('brief.byRules')}</p>}
    </div>
  )
}

import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { iconSpark } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast-store.ts'
import { openMail, showInMail } from '../../messages/open-mail.public.ts'
import { CopyButton, StopButton, useSaid } from '../answer/answer-actions.tsx'
import { AnswerNote, AnswerText, Thought } from '../answer/answer-text.tsx'
import { askSummary } from '../ask.ts'
import styles from '../assistant.module.css'
import { type Answer, isOpen } from '../machine.ts'
import { showBehind } from '../open-assistant.public.ts'
import { useAssistant } from '../store.ts'
import { useLinks } from '../use-links.ts'

/** What the open mail says, in short; each sentence leads to its place. */
export function SummaryTab() {
  const { t } = useTranslation('assistant')
  const result = useAssistant(({ results }) => results.summary)
  const summarise = () => {
    if (openMail() === null) toast({ kind: 'info', text: t('noMail') })
    else void askSummary()
  }
  return (
    <>
      <div className={styles.row}>
        <Button kind="primary" size="sm" icon={iconSpark} onClick={summarise}>
          {t(result === null ? 'summarise' : 'summariseAgain')}
        </Button>
        <StopButton />
      </div>
      {result === null ? (
        <p className={styles.hint}>{t('summaryHint')}</p>
      ) : (
        <Summary answer={result} />
      )}
    </>
  )
}

function Summary({ answer }: { answer: Answer }) {
  const { t } = useTranslation('assistant')
  const { mail, follow } = useLinks()
  useSaid(answer, answer.content)
  return (
    <section className={styles.result} aria-label={t('inner.summary')}>
      <AnswerText text={answer.content} mail={mail} onFollow={follow} />
      <AnswerNote answer={answer} kind="summary" />
      <Places sentences={answer.sentences} />
      <Thought text={answer.thought} />
      {answer.content !== '' && !isOpen(answer) && (
        <div className={styles.actions}>
          <CopyButton text={answer.content} />
        </div>
      )}
    </section>
  )
}

/** The sentences that the summary stands on, as they stand in the mail. */
function Places({ sentences }: Pick<Answer, 'sentences'>) {
  const { t } = useTranslation('assistant')
  if (sentences.length === 0) return null
  const show = (sentence: string) => {
    showBehind()
    if (!showInMail(sentence)) toast({ kind: 'info', text: t('notFound') })
  }
  return (
    <div className={styles.places}>
      <h3>{t('places')}</h3>
      <ol>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <button
              type="button"
              className={styles.place}
              title={t('showPlace')}
              onClick={() => show(sentence)}
            >
              {sentence}
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

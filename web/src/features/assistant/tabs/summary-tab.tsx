import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { iconSpark } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast-store.ts'
import { openMail, showInMail } from '../../messages/open-mail.public.ts'
import { CopyButton, StopButton } from '../answer/answer-actions.tsx'
import { AnswerNote, AnswerText, Thought } from '../answer/answer-text.tsx'
import { useSaid } from '../answer/use-note.ts'
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
  useSaid(answer, { kind: 'summary', text: answer.content })
  return (
    <section className={styles.result} aria-label={t('inner.summary')}>
      {linesOf(answer).map(({ text, sentence, at }) =>
        sentence === null ? (
          <AnswerText key={at} text={text} mail={mail} onFollow={follow} />
        ) : (
          <Place key={at} text={text} sentence={sentence} />
        ),
      )}
      <AnswerNote answer={answer} kind="summary" />
      <Places sentences={unsaid(answer)} />
      <Thought text={answer.thought} />
      {answer.content !== '' && !isOpen(answer) && (
        <div className={styles.actions}>
          <CopyButton text={answer.content} />
        </div>
      )}
    </section>
  )
}

/** Text of a summary, or a line of it that stands in the mail as it is. */
interface Line {
  text: string
  sentence: string | null
  at: number
}

/** Lines that stand in the mail are apart; what is between them is one text. */
function linesOf({ content, sentences }: Answer): Line[] {
  const lines: Line[] = []
  for (const [at, text] of (content === '' ? [] : content.split('\n')).entries()) {
    const sentence = sentences.find((one) => text.includes(one)) ?? null
    const last = lines.at(-1)
    if (sentence === null && last?.sentence === null) last.text += `\n${text}`
    else lines.push({ text, sentence, at })
  }
  return lines
}

/** Sentences that the summary stands on and does not repeat. */
const unsaid = ({ content, sentences }: Answer): readonly string[] =>
  sentences.filter((one) => !content.includes(one))

function Places({ sentences }: Pick<Answer, 'sentences'>) {
  const { t } = useTranslation('assistant')
  if (sentences.length === 0) return null
  return (
    <div className={styles.places}>
      <h3>{t('places')}</h3>
      {sentences.map((sentence) => (
        <Place key={sentence} text={sentence} sentence={sentence} />
      ))}
    </div>
  )
}

/** Leads to where it stands in the mail. */
function Place({ text, sentence }: Pick<Line, 'text'> & { sentence: string }) {
  const { t } = useTranslation('assistant')
  const show = () => {
    showBehind()
    if (!showInMail(sentence)) toast({ kind: 'info', text: t('notFound') })
  }
  return (
    <button type="button" className={styles.place} title={t('showPlace')} dir="auto" onClick={show}>
      {text.replace(/^[•-]\s*/u, '')}
    </button>
  )
}

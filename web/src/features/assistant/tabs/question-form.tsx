import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isComposing } from '../../../lib/composing.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { StopButton } from '../answer/answer-actions.tsx'
import styles from '../assistant.module.css'
import { type Asked, useAssistant, useQuestions } from '../store.ts'

interface QuestionFormProps {
  kind: Asked
  label: string
  /** What is said where nothing was typed. */
  blank: string
  maxLength: number
  icon: string
  /** @returns whether it was taken */
  onAsk: (question: string) => Promise<boolean>
  /** What else stands below the field. */
  children?: ReactNode
}

/** Where a question is typed. */
export function QuestionForm(props: QuestionFormProps) {
  const { kind, label, blank, maxLength, icon, onAsk, children } = props
  const { t } = useTranslation('assistant')
  const text = useQuestions((all) => all[kind])
  const isIdle = useAssistant(({ flags }) => flags.chat)
  const [error, setError] = useState<string | null>(null)
  const put = (next: string) => useQuestions.setState({ [kind]: next })
  const ask = async () => {
    const question = text.trim()
    if (question === '') return setError(blank)
    setError(null)
    // While another answer is on its way it stays, to be asked after it.
    if (isIdle) put('')
    const isTaken = await onAsk(question)
    // Nobody types twice what was refused.
    if (!isTaken && useQuestions.getState()[kind] === '') put(question)
  }
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <TextArea
        label={label}
        hideLabel
        placeholder={label}
        rows={2}
        maxLength={maxLength}
        value={text}
        error={error}
        onChange={(event) => {
          put(event.target.value)
          setError(null)
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
          event.preventDefault()
          void ask()
        }}
      />
      <div className={styles.row}>
        {children}
        <span className={styles.spring} />
        <StopButton />
        <Button kind="primary" size="sm" icon={icon} type="submit">
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

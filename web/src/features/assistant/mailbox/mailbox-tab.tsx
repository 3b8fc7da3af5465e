import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '../../../lib/composing.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { iconSearch } from '../../../ui/icons.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { StopButton } from '../answer/answer-actions.tsx'
import { askMailbox } from '../ask.ts'
import styles from '../assistant.module.css'
import { useAssistant } from '../store.ts'
import { MailboxAnswer } from './mailbox-answer.tsx'

const examples = ['who', 'amount', 'files'] as const

/** Questions to the own mail; the answer names the mails it stands on. */
export function MailboxTab() {
  const { t } = useTranslation('assistant')
  const result = useAssistant(({ results }) => results.mailbox)
  const [text, setText] = useState('')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        {result === null ? (
          <>
            <p className={styles.greeting}>{t('mailbox.hint')}</p>
            <ul className={styles.suggested} aria-label={t('mailbox.examples')}>
              {examples.map((one) => (
                <li key={one}>
                  <Button size="sm" onClick={() => setText(t(`mailbox.example.${one}`))}>
                    {t(`mailbox.example.${one}`)}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <MailboxAnswer answer={result} />
        )}
      </div>
      <Question text={text} onText={setText} onAsk={(question) => void askMailbox(question)} />
    </>
  )
}

interface QuestionProps {
  text: string
  onText: (text: string) => void
  onAsk: (question: string) => void
}

function Question({ text, onText, onAsk }: QuestionProps) {
  const { t } = useTranslation('assistant')
  const [error, setError] = useState<string | null>(null)
  const isIdle = useAssistant(({ flags }) => flags.chat)
  const ask = () => {
    const question = text.trim()
    if (question === '') return setError(t('mailbox.blank'))
    setError(null)
    // While another answer is on its way it stays, to be asked after it.
    if (isIdle) onText('')
    onAsk(question)
  }
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <TextArea
        label={t('mailbox.question')}
        hideLabel
        placeholder={t('mailbox.question')}
        rows={2}
        maxLength={500}
        value={text}
        error={error}
        onChange={(event) => {
          onText(event.target.value)
          setError(null)
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
          event.preventDefault()
          ask()
        }}
      />
      <div className={styles.row}>
        <span className={styles.spring} />
        <StopButton />
        <Button kind="primary" size="sm" icon={iconSearch} type="submit">
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

import type { MouseEvent } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { iconSearch } from '../../../ui/icons.ts'
import { askMailbox } from '../ask.ts'
import styles from '../assistant.module.css'
import { useAssistant, useQuestions } from '../store.ts'
import { QuestionForm } from '../tabs/question-form.tsx'
import { MailboxAnswer } from './mailbox-answer.tsx'

const examples = ['who', 'amount', 'files'] as const

/** Questions to the own mail; the answer names the mails it stands on. */
export function MailboxTab() {
  const { t } = useTranslation('assistant')
  const result = useAssistant(({ results }) => results.mailbox)
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
                  <Button
                    size="sm"
                    onClick={(event) => putInField(event, t(`mailbox.example.${one}`))}
                  >
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
      <QuestionForm
        kind="mailbox"
        label={t('mailbox.question')}
        blank={t('mailbox.blank')}
        maxLength={500}
        icon={iconSearch}
        onAsk={askMailbox}
      />
    </>
  )
}

/** It is changed there to what is meant, and asked by Enter. */
function putInField({ currentTarget }: MouseEvent, question: string): void {
  useQuestions.setState({ mailbox: question })
  currentTarget.closest('[role=tabpanel]')?.querySelector('textarea')?.focus()
}

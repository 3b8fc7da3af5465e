import { useRef } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { iconRefresh } from '../../../ui/icons.ts'
import { iconCopy, iconStop } from '../../../ui/icons-later.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFocusStays } from '../../../ui/use-focus-stays.ts'
import { stopAnswer } from '../ask.ts'
import styles from '../assistant.module.css'
import { type Answer, isOpen } from '../machine.ts'
import { useAssistant } from '../store.ts'

/** Puts an answer on the clipboard (AI-40). */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('assistant')
  const copy = async () => {
    if (await copyText(text)) toast({ kind: 'success', text: t('copied') })
    else toast({ kind: 'error', text: t('copyFailed') })
  }
  return (
    <Button
      kind="quiet"
      size="sm"
      icon={iconCopy}
      className={styles.bare}
      onClick={() => void copy()}
    >
      {t('copy')}
    </Button>
  )
}

/** There while an answer is written. */
export function StopButton() {
  const isIdle = useAssistant(({ flags }) => flags.chat)
  return isIdle ? null : <Stop />
}

function Stop() {
  const { t } = useTranslation('assistant')
  const button = useRef<HTMLButtonElement>(null)
  useFocusStays(button)
  return (
    <Button ref={button} size="sm" icon={iconStop} onClick={stopAnswer}>
      {t('stop')}
    </Button>
  )
}

/** Asks once more what was not answered, or not to its end: nobody types a question twice. */
export function AgainButton({ answer, onAgain }: { answer: Answer; onAgain: () => void }) {
  const { t } = useTranslation('assistant')
  const button = useRef<HTMLButtonElement>(null)
  useFocusStays(button)
  const isWhole = answer.state === 'done' && answer.content !== ''
  if (isOpen(answer) || isWhole) return null
  return (
    <Button
      ref={button}
      kind="quiet"
      size="sm"
      icon={iconRefresh}
      className={styles.bare}
      onClick={onAgain}
    >
      {t('askAgain')}
    </Button>
  )
}

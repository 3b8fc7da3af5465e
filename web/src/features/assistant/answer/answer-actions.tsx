import { useEffect, useRef } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { iconCopy, iconStop } from '../../../ui/icons-later.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFocusStays } from '../../../ui/use-focus-stays.ts'
import { stopAnswer } from '../ask.ts'
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
    <Button kind="quiet" size="sm" icon={iconCopy} onClick={() => void copy()}>
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

/** Screen readers hear that an answer is on its way, and then the whole of it: not word by word. */
export function useSaid(answer: Answer | null, text: string): void {
  const { t } = useTranslation('assistant')
  const open = answer !== null && isOpen(answer)
  const was = useRef(false)
  useEffect(() => {
    if (open && !was.current) announce(t('waiting'))
    if (!open && was.current && text !== '') announce(text)
    was.current = open
  }, [open, text, t])
}

import { errorText } from '@hongyan/contract/errors'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { announce } from '../../../ui/announcer.tsx'
import { type Answer, isOpen, type Kind } from '../machine.ts'
import { useAssistant } from '../store.ts'

interface Note {
  is: 'waiting' | 'note' | 'wrong'
  text: string
}

/** What there is to say of an answer beside its words; null for nothing. */
export function useNote(answer: Answer, kind: Kind): Note | null {
  const { t } = useTranslation('assistant')
  const isIdle = useAssistant(({ flags }) => flags.chat)
  const { state, content, level, error } = answer
  if (isOpen(answer)) {
    // The page was let go of, and yet it may come (AI-23).
    if (isIdle) return { is: 'note', text: t('slow') }
    if (state === 'streaming' && content !== '') return null
    return { is: 'waiting', text: t('waiting') }
  }
  if (state === 'stopped') return { is: 'note', text: t('stopped') }
  if (error !== null) return { is: 'wrong', text: errorText(error, currentLanguage()) }
  if (state === 'broken') return { is: 'wrong', text: t('brokenOff') }
  // Only where the whole answer is empty (G107).
  if (content !== '' || level !== null) return null
  return { is: 'wrong', text: t(kind === 'chat' ? 'noAnswer' : 'noResult') }
}

interface Spoken {
  kind: Kind
  /** The whole of it in words. */
  text: string
  /** What else is shown of it is said as well. */
  withNote?: boolean
}

/** Screen readers hear that an answer is on its way, and then the whole of it, or why there is none: not word by word. */
export function useSaid(answer: Answer, { kind, text, withNote = true }: Spoken): void {
  const { t } = useTranslation('assistant')
  const open = isOpen(answer)
  const note = useNote(answer, kind)
  const more = note === null || note.is === 'waiting' || !withNote ? '' : note.text
  const was = useRef(false)
  useEffect(() => {
    if (open && !was.current) announce(t('waiting'))
    const said = [text, more].filter(Boolean).join('\n')
    if (!open && was.current && said !== '') announce(said)
    was.current = open
  }, [open, text, more, t])
  useEffect(() => {
    if (open && more !== '') announce(more)
  }, [open, more])
}

import type { NavigateFunction } from '../../lib/router/router.ts'
import { handText, openText, type TakeBack, type WrittenText } from '../compose/open-text.public.ts'
import { composePath } from '../messages/messages.public.ts'
import { subjectMail } from './subject-mail.ts'

/**
 * Puts a draft into the mail that is being written, at its cursor; where none is, one is begun (AI-04). One that is only
 * just coming takes it as soon as it can be written. Nothing is ever sent. @returns what takes it back; null where it is
 * yet to be put there: the mail's own undo does it
 */
export function applyDraft(
  written: WrittenText,
  kind: 'compose' | 'reply',
  navigate: NavigateFunction,
): TakeBack | null {
  const open = openText()
  const undo = open?.put(written) ?? null
  if (undo !== null) return undo
  if (open !== null) {
    handText(written)
    return null
  }
  const mail = kind === 'reply' ? subjectMail() : null
  handText(written)
  void navigate(mail === null ? composePath('new') : composePath('reply', mail.mailId))
  return null
}

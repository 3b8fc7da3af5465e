import type { NavigateFunction } from '../../lib/router/router.ts'
import { handText, openText, type TakeBack, type WrittenText } from '../compose/open-text.public.ts'
import { composePath } from '../messages/messages.public.ts'
import { subjectMail } from './subject-mail.ts'

/**
 * Puts a draft into the mail that is being written, at its cursor; where none is, one is begun (AI-04). Nothing is ever
 * sent. @returns what takes it back; null where a mail was begun for it, which has an undo of its own
 */
export function applyDraft(
  written: WrittenText,
  kind: 'compose' | 'reply',
  navigate: NavigateFunction,
): TakeBack | null {
  const undo = openText()?.put(written) ?? null
  if (undo !== null) return undo
  const mail = kind === 'reply' ? subjectMail() : null
  handText(written)
  void navigate(mail === null ? composePath('new') : composePath('reply', mail.mailId))
  return null
}

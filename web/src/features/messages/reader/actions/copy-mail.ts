import type { Translate } from '../../../../lib/translate.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { openMail } from '../open-mail.ts'

/** Browsers give the clipboard only to pages that came over TLS. */
export const canCopyMail = (): boolean => navigator.clipboard !== undefined

/** Puts the open mail on the clipboard as text: who wrote what, and when. */
export async function copyMail(
  t: Translate<'reader'>,
  timeOf: (iso: string) => string,
): Promise<void> {
  const mail = openMail()
  if (!mail) return
  const { sender, mailsubject, sendTime, jContent } = mail
  const lines = [
    t('copyLine', { what: t('from'), value: sender }),
    t('copyLine', { what: t('time'), value: timeOf(sendTime) }),
    t('copyLine', { what: t('subjectLabel'), value: mailsubject }),
    '',
    jContent,
  ]
  try {
    await navigator.clipboard.writeText(lines.join('\n'))
    toast({ kind: 'success', text: t('copied') })
  } catch {
    toast({ kind: 'error', text: t('copyFailed') })
  }
}

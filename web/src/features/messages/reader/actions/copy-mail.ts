import { copyText } from '../../../../lib/copy-text.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { openMail } from '../open-mail.ts'

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
  const done = await copyText(lines.join('\n'))
  if (done) toast({ kind: 'success', text: t('copied') })
  else toast({ kind: 'error', text: t('common:copyFailed') })
}

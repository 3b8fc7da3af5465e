import type { Language } from '@hongyan/contract/errors'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import { AppError } from '../../../platform/errors.ts'
import type { FileReader } from '../../messages/messages.public.ts'
import { type OwnStyle, styleOf } from '../engine/own-style.ts'
import { ownWords } from '../engine/summary.ts'
import type { MailReader } from '../mail/mail-reader.ts'

/** The last mails that somebody sent that are looked through. */
const most = 15

export interface SentStyle {
  /** How the caller writes, by what was sent last from this mailbox. Nothing of it is kept. @returns null where too little is known */
  of(caller: FileReader, language: Language, signal: AbortSignal): Promise<OwnStyle | null>
}

export const createSentStyle = ({
  mailstore,
  mails,
}: {
  mailstore: Mailstore
  mails: MailReader
}): SentStyle => ({
  of: async (caller, language, signal) => {
    const { accountId } = caller
    const folder = await mailstore.folderByRole(accountId, 'sent')
    if (!folder || caller.hidden.includes(folder.id)) return null
    const rows = await mailstore.lists.folder({
      accountId,
      folderId: folder.id,
      filter: 'all',
      sort: 'date',
      ascending: false,
      direction: 'next',
      pinsFirst: false,
      limit: most,
      cursor: null,
    })
    const texts: string[] = []
    for (const { id } of rows) {
      const text = await textOf(mails, caller, { mailId: Number(id), signal })
      if (text !== null) texts.push(ownWords(text))
    }
    return styleOf(texts, language)
  },
})

/** Null for mail that is encrypted, read-limited or gone: none of it is looked at. */
async function textOf(
  mails: MailReader,
  caller: FileReader,
  { mailId, signal }: { mailId: number; signal: AbortSignal },
): Promise<string | null> {
  const mail = { mailId, content: '', sender: '', subject: '' }
  try {
    return (await mails.read(caller, mail, { type: 3, signal })).text
  } catch (thrown) {
    if (thrown instanceof AppError) return null
    throw thrown
  }
}

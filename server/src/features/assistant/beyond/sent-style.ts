import type { Language } from '@hongyan/contract/errors'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { FileReader } from '../../messages/messages.public.ts'
import { type OwnStyle, styleOf } from '../engine/own-style.ts'
import { ownWords } from '../engine/summary.ts'
import type { MailReader } from '../mail/mail-reader.ts'

/** The last mails that somebody sent that are looked through. */
const most = 15

export interface SentStyle {
  /** How the caller writes, by what was sent last from this mailbox and may be read. Nothing of it is kept. @returns null where too little is known */
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
    const ids = rows.map(({ id }) => id)
    const read = await mails.readAll(caller, ids, { reading: 'text', signal })
    return styleOf(
      read.map(({ text }) => ownWords(text)),
      language,
    )
  },
})

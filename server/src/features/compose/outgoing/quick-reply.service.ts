import type { Sent } from '@hongyan/contract/compose'
import { AppError } from '../../../platform/errors.ts'
import { asId, type MessageId } from '../../../platform/ids.ts'
import { wholeText } from '../../../platform/json/json-in-turns.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import type { Writer } from '../content/compose-content.ts'
import { takeOwnText } from '../content/own-texts.ts'
import { escapeHtml } from '../content/quote.ts'
import { start } from '../drafts/start.service.ts'
import { repeatedReply } from './repeated-send.ts'
import { send } from './send.service.ts'

export interface QuickReply {
  type: 'reply' | 'replyAll'
  box?: number | undefined
  mailId: number
  fasthuifuContent: string
  sendKey: string
}

/**
 * An answer whose text alone comes from the reader: recipients, subject and the quoted original are those the composer
 * would open with. @throws compose.empty, item.not-found and the rules of sending
 */
export async function quickReply(
  deps: ComposeDeps,
  writer: Writer,
  { type, box, mailId, fasthuifuContent, sendKey }: QuickReply,
): Promise<Sent> {
  if (fasthuifuContent.trim() === '') throw new AppError('compose.empty')
  const [row] = await deps.mailstore.rows(writer, [asId<MessageId>(mailId)])
  if (!row || (box !== undefined && row.folderId !== box)) throw new AppError('item.not-found')
  const html = textToHtml(fasthuifuContent)
  const same = { html, writeMode: type, sourceMailId: mailId }
  // A repeated call must not take the files of the original over again.
  const before = await repeatedReply(deps, writer, { sendKey, content: same })
  if (before) return before
  const begun = await start(deps, writer, { mode: type, mailId, draftId: undefined })
  const signature = await replySignature(deps, writer)
  const people = (list: { name: string; address: string }[] = []) =>
    list.map(({ name, address }) =>
      name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`,
    )
  const content = {
    mailFrom: begun.mailFrom,
    mailTo: people(begun.mailTo),
    mailCc: people(begun.mailCc),
    mailBcc: [],
    mailSubject: begun.mailSubject,
    html,
    quotedHtml: wholeText(begun.quotedHtml),
    plainText: false,
    signHtml: signature?.content ?? '',
    signId: signature?.id ?? null,
    signPosition: signature?.position ?? ('above' as const),
    paperId: '',
    fileIds: [...begun.files, ...(signature?.files ?? [])].map((file) => file.fileId),
    priority: 'normal' as const,
    needReceipt: false,
    isSeparate: false,
    authorisation: null,
    encrypt: false,
    sensitivity: await deps.approval.sensitivity.usualKey(writer.accountId, begun.sensitivity),
    sourceSensitivity: begun.sourceSensitivity,
    writeMode: type,
    sourceMailId: mailId,
  }
  return send(deps, writer, { content, draftId: undefined, sendKey })
}

/** The signature that answers get by themselves (COMPOSE-28). */
async function replySignature({ ownTexts, files }: ComposeDeps, { accountId, personId }: Writer) {
  const chosen = await ownTexts.signature(accountId)
  if (!chosen) return null
  const { id } = chosen
  const position = await ownTexts.positionOf(personId)
  return { id, position, ...(await takeOwnText(files, accountId, chosen)) }
}

/** Plain text as it was typed, line by line. */
export const textToHtml = (text: string): string =>
  text
    .trimEnd()
    .split(/\r\n?|\n/)
    .map((line) => `<div>${escapeHtml(line) || '<br>'}</div>`)
    .join('')

import { AppError } from '../../../platform/errors.ts'
import { joinInTurns } from '../../../platform/in-turns.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import type { MessageParts } from './build-message.ts'
import {
  checkBeforeSending,
  checkFileAmount,
  checkFileNames,
  type ReadRecipients,
  readRecipients,
} from './compose-checks.ts'
import type { ComposeContent, Writer } from './compose-content.ts'
import { build, mailParts } from './compose-mail.ts'
import { refuseForward } from './source-mail.ts'

/**
 * What the browser signs and encrypts: the mail as it would leave in clear, without its outer header.
 * @throws keys.off, encrypt.blind, encrypt.separate, encrypt.authorised and the rules of sending
 */
export async function encryptedEntity(
  deps: ComposeDeps,
  writer: Writer,
  content: ComposeContent,
): Promise<Buffer> {
  const recipients = readRecipients(content)
  checkBeforeSending(content.mailSubject, recipients, writer.language)
  await checkEncrypted(deps, writer, { content, recipients })
  await refuseForward(deps, writer, content)
  const files = await deps.files.find(writer, content.fileIds)
  checkFileAmount(files)
  checkFileNames(files)
  const parts = await mailParts(deps, writer, { content, recipients, files, showBlind: false })
  return entityOf(await build(parts))
}

/** @throws keys.off, encrypt.blind, encrypt.separate, encrypt.authorised */
export async function checkEncrypted(
  { settings }: Pick<ComposeDeps, 'settings'>,
  { personId }: Writer,
  { content, recipients }: { content: ComposeContent; recipients: ReadRecipients },
): Promise<void> {
  const { smimeEnable, secretModeEnable } = await settings.of(personId)
  if (smimeEnable !== 1 || secretModeEnable !== 1) throw new AppError('keys.off')
  // Every recipient's certificate is named in the CMS object (RFC 5652 §6.2), whoever reads it.
  if (recipients.bcc.length > 0) throw new AppError('encrypt.blind')
  if (content.isSeparate) throw new AppError('encrypt.separate')
  if (content.authorisation) throw new AppError('encrypt.authorised')
}

/** The content that is left when text and files are inside the CMS object. */
export const withoutText = (content: ComposeContent): ComposeContent => ({
  ...content,
  html: '',
  quotedHtml: '',
  signHtml: '',
  paperId: '',
})

/** The CMS object that leaves. @throws encrypt.missing, encrypt.bad-form, item.not-found */
export async function encryptedBody(
  { files }: Pick<ComposeDeps, 'files'>,
  writer: Writer,
  fileId: number | undefined,
): Promise<NonNullable<MessageParts['encrypted']>> {
  // A mail that was to be encrypted never leaves in clear, whatever the client forgot.
  if (fileId === undefined) throw new AppError('encrypt.missing')
  const [file] = await files.load(await files.find(writer, [fileId]))
  const smimeType = file ? smimeTypeOf(file.bytes) : null
  if (!file || smimeType === null) throw new AppError('encrypt.bad-form')
  return { smimeType, bytes: file.bytes }
}

/** The OID with which a CMS object begins (RFC 5652 §3), in DER: 1.2.840.113549.1.7.3 and 1.2.840.113549.1.9.16.1.23. */
const contentTypes = [
  { oid: Buffer.from('06092a864886f70d010703', 'hex'), smimeType: 'enveloped-data' },
  { oid: Buffer.from('060b2a864886f70d0109100117', 'hex'), smimeType: 'authEnveloped-data' },
] as const

function smimeTypeOf(bytes: Buffer): (typeof contentTypes)[number]['smimeType'] | null {
  if (bytes[0] !== 0x30) return null
  const length = bytes[1] ?? 0
  const at = 2 + (length > 0x80 ? length - 0x80 : 0)
  const found = contentTypes.find(({ oid }) => bytes.subarray(at, at + oid.length).equals(oid))
  return found?.smimeType ?? null
}

/** The MIME entity in a mail: its Content-… fields and its body (RFC 8551 §3.1). */
export function entityOf(raw: Buffer): Promise<Buffer> {
  const end = raw.indexOf('\r\n\r\n')
  const fields = raw
    .subarray(0, end)
    .toString('latin1')
    .split(/\r\n(?![ \t])/)
    .filter((field) => /^content-/i.test(field))
  return joinInTurns([
    Buffer.from(`${fields.join('\r\n')}\r\n\r\n`, 'latin1'),
    raw.subarray(end + 4),
  ])
}

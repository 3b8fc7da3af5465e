import { parseAddresses } from '@hongyan/mime/addresses'
import { type HeaderField, readHeaders } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'
import { parseMessage } from '@hongyan/mime/parse'
import type { Envelope } from '@hongyan/mime/types'
import { withoutFields } from '../../../delivery/inbound/forged-results.ts'
import { splitMail } from '../../../delivery/outbound/canonical-in-turns.ts'
import { AppError } from '../../../platform/errors.ts'
import { newMessageId } from '../content/build-message.ts'
import type { Senders } from './senders.ts'

/** Whom a header says that it is from. */
export type HeaderPeople = Pick<Envelope, 'from' | 'sender'> & {
  /** Who says to have sent it on (RFC 5322 §3.6.6). */
  resent: Envelope['from']
}

/**
 * The header of a program's mail, whole, and its body, which nobody looks at here. What a parser would leave out of a
 * header is not judged, but shown to a reader by another one: such a header is refused. A second From or Sender would
 * show programs another writer.
 * @throws compose.header-too-long, address.not-yours
 */
export function readRaw(raw: Buffer): { header: Buffer; body: Buffer; people: HeaderPeople } {
  const split = splitMail(raw, DEFAULT_LIMITS.headerBlock)
  if (!split) throw new AppError('compose.header-too-long')
  const { envelope, limits } = parseMessage(split.header)
  if (limits.includes('header') || limits.includes('addresses'))
    throw new AppError('compose.header-too-long')
  const fields = readHeaders(split.header)
  for (const name of ['from', 'sender'])
    if (fields.filter((one) => one.name === name).length > 1)
      throw new AppError('address.not-yours')
  return { ...split, people: { ...envelope, resent: resentBy(fields) } }
}

const maxResent = 200

/** Everybody in every Resent-From and Resent-Sender, read as From is. */
function resentBy(fields: readonly HeaderField[]): Envelope['from'] {
  const resent = fields.filter(({ name }) => name === 'resent-from' || name === 'resent-sender')
  // One more than anybody needs tells a full list from a cut one.
  if (resent.length >= maxResent) throw new AppError('compose.header-too-long')
  const people = resent.flatMap((one) => parseAddresses(one.value(), maxResent))
  if (people.length >= maxResent) throw new AppError('compose.header-too-long')
  return people
}

/**
 * Fields that name who should not be named (RFC 5322 §3.6.3, §3.6.6), and those in which servers say what they found: a reader
 * would believe them (RFC 8601 §5, RFC 5321 §4.4).
 */
const takenOut = new Set(['bcc', 'resent-bcc', 'authentication-results', 'return-path'])

interface Completing {
  people: HeaderPeople
  /** Of whom the person is to stand in Sender, by an address that is the person's own. */
  named: Senders | null
  /** The fields of its label, where it names none. */
  label: readonly [string, string][]
  now: Date
}

/** Without Bcc and findings, with Date and Message-ID, and with the writer where that one is to be named (RFC 6409 §8). */
export function completeHeader(header: Buffer, { people, named, label, now }: Completing): Buffer {
  const fields = readHeaders(header)
  const has = (name: string) => fields.some((field) => field.name === name)
  const mustAdd = named !== null && !isNamed(people, named)
  const isGone = ({ name }: HeaderField) => takenOut.has(name) || (mustAdd && name === 'sender')
  const added = [
    has('date') ? '' : `Date: ${now.toUTCString().replace('GMT', '+0000')}\r\n`,
    has('message-id') ? '' : `Message-ID: <${newMessageId(people.from[0]?.address ?? '')}>\r\n`,
    mustAdd ? `Sender: <${named.person.address}>\r\n` : '',
    ...label.map(([name, value]) => `${name}: ${value}\r\n`),
  ]
  return Buffer.concat([
    Buffer.from(added.join('')),
    ...withoutFields(header, fields.filter(isGone)),
  ])
}

/** The mailbox that was written for may stand in Sender too, which names nobody. */
const isNamed = ({ sender }: HeaderPeople, { boxOf }: Senders): boolean =>
  sender.length > 0 && sender.every(({ address }) => boxOf(address).level === null)

import type { SenderWarning } from '@hongyan/contract/reader-fields'
import { getHeader, type HeaderField, readHeaders } from '@hongyan/mime/headers'
import { importanceOf } from '@hongyan/mime/importance'
import { readMeeting } from '@hongyan/mime/meeting'
import type { Envelope } from '@hongyan/mime/types'
import { previewKind } from '../../documents/preview-kinds.ts'
import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import type { StoredOpened } from '../../mailstore/parsing/stored-mail.ts'
import { AppError } from '../../platform/errors.ts'
import { asId } from '../../platform/ids.ts'
import { domainOf } from '../../platform/names/domain-of.ts'
import { uniqueNames } from '../../platform/names/unique-names.ts'
import { type ZipEntry, zipOnDisk } from '../../platform/zip/zip.ts'
import {
  type FileReader,
  fileUrl,
  openInTurn,
  type ReadingExtras,
  type TicketReader,
  ticketOf,
  ticketReader,
} from '../messages/messages.public.ts'
import { isWithin } from './looks.ts'
import { createPeopleBook, type PeopleBook } from './people-book.ts'
import { createPictureProxy, type PictureProxy } from './picture-proxy.ts'
import { allowPictures, pictureRight } from './picture-rights.ts'
import { makePreview } from './preview.service.ts'
import { deletePictureSender, hasMet, pictureSenders, sweepPictures } from './reader.queries.ts'
import { findFor, type ReaderOptions } from './reader-options.ts'
import { answerReceipt, receiptFor } from './receipts.service.ts'
import { postOneClick, unsubscribeOf } from './unsubscribe.ts'
import { findWarnings, type Suspect } from './warnings.ts'

const pictureLife = 30 * 24 * 3_600_000

export type Reader = ReturnType<typeof createReader>

interface Parts extends ReaderOptions {
  pictures: PictureProxy
  tickets: TicketReader
  book: PeopleBook
  canPreview(name: string, type: string): boolean
}

/** A mail on its way in; `isKnown`: whether its recipients have exchanged mail with an address. */
type Arriving = Omit<Suspect, 'html'> & { isKnown(address: string): Promise<boolean> }

/** Everything about a mail on the screen: warnings, remote pictures, previews, receipts, leaving lists. */
export function createReader(options: ReaderOptions) {
  const { clock, directory } = options
  const parts: Parts = {
    ...options,
    pictures: createPictureProxy(options),
    tickets: ticketReader(options),
    book: createPeopleBook({ clock, people: directory.people, domains: directory.domains }),
    canPreview: (name, type) => options.preview && previewKind(name, type) !== null,
  }
  return {
    canPreview: parts.canPreview,
    /** What the detail of a message says besides the message. */
    readingOf: (
      reader: FileReader,
      row: StoredMessage,
      opened: StoredOpened,
    ): Promise<ReadingExtras> => readingOf(parts, reader, { row, opened }),
    senderWarnings: senderWarningsOf(parts),
    /** What somebody would be warned of who got a mail that is not stored yet, of its text nothing. */
    warningsAbout: ({ isKnown, ...mail }: Arriving): Promise<SenderWarning[]> =>
      findWarnings({ book: parts.book, isKnown }, { ...mail, html: null }),
    ...picturesOf(parts),
    preview: (reader: FileReader, id: string) => makePreview(parts, reader, id),
    zip: (ticket: string) => zip(parts, ticket),
    /** @throws item.not-found, unsubscribe.not-offered, unsubscribe.failed */
    unsubscribe: async (reader: FileReader, mailId: number): Promise<void> => {
      const row = await findFor(options, reader, mailId)
      const raw = await options.mailstore.raw(row)
      const url = unsubscribeOf(readHeaders(raw), row.authentication)?.postUrl ?? null
      if (url === null) throw new AppError('unsubscribe.not-offered')
      await postOneClick(options.web, url)
    },
    /** @throws item.not-found, receipt.not-asked */
    answerReceipt: (reader: FileReader, mailId: number, answer: 'send' | 'ignore') =>
      answerReceipt(options, reader, { mailId, answer }),
    /** Housekeeping, to be run now and then by one process. */
    sweep: () => sweepPictures(options.database, new Date(clock.now().getTime() - pictureLife)),
  }
}

/** Authors that a reader shows. */
const maxAuthors = 20

const plain: Omit<ReadingExtras, 'authors' | 'priority' | 'meeting' | 'sensitivity'> = {
  warnings: [],
  picturesAllowed: 'no',
  unsubscribe: null,
  receipt: null,
}

async function readingOf(
  parts: Parts,
  reader: FileReader,
  { row, opened }: { row: StoredMessage; opened: StoredOpened },
): Promise<ReadingExtras> {
  const { header, parsed, content } = opened
  const { book, database } = parts
  const organisationId = await parts.directory.organisationOf(reader.userId)
  // What one wrote oneself is not doubted, and asks nothing of oneself.
  const authors = parsed.envelope.from.slice(0, maxAuthors)
  const fields = readHeaders(header)
  const label = await parts.sensitivity.labelOf(reader.accountId, {
    row,
    header: fields,
    from: authors[0]?.address ?? '',
  })
  const facts = {
    authors,
    priority: importanceOf(fields),
    meeting: readMeeting(content.calendar ?? ''),
    sensitivity: label && { zh: label.zh, en: label.en, color: label.color },
  }
  if (organisationId === null || row.draft || row.submissionId !== null)
    return { ...plain, ...facts }
  const isKnown = (address: string) => hasMet(database, reader, { address, before: row.receivedAt })
  const suspect = {
    organisationId,
    envelope: parsed.envelope,
    html: content.html,
    authentication: row.authentication,
    isList: isList(fields),
  }
  const [warnings, picturesAllowed, receipt] = await Promise.all([
    findWarnings({ book, isKnown }, suspect),
    // Where there are none, nobody is asked who may show them.
    content.html === null ? ('no' as const) : pictureRight(parts, reader, row),
    receiptFor(parts, reader, { row, fields }),
  ])
  const unsubscribe = unsubscribeOf(fields, row.authentication)?.shown ?? null
  return { ...facts, warnings, picturesAllowed, receipt, unsubscribe }
}

/** What a reader is told of a mail's sender, of its links nothing; and whether it never left the house. */
const senderWarningsOf =
  ({ book, database, directory }: Parts) =>
  async (
    reader: FileReader,
    row: StoredMessage,
    mail: { envelope: Envelope; isList: boolean },
  ): Promise<{ warnings: SenderWarning[]; isInside: boolean }> => {
    const organisationId = await directory.organisationOf(reader.userId)
    if (organisationId === null || row.draft || row.submissionId !== null)
      return { warnings: [], isInside: true }
    const isKnown = (address: string) =>
      hasMet(database, reader, { address, before: row.receivedAt })
    const { authentication } = row
    const suspect = { ...mail, organisationId, authentication, html: null }
    const domain = domainOf(mail.envelope.from[0]?.address ?? '')
    const domains = await book.domains(organisationId)
    const isOurs = domains.some((own) => isWithin(domain, own))
    const warnings = await findWarnings({ book, isKnown }, suspect)
    return { warnings, isInside: isOurs && authentication === null }
  }

const isList = (fields: HeaderField[]): boolean =>
  ['list-id', 'list-post', 'list-unsubscribe'].some((name) => getHeader(fields, name) !== null)

const picturesOf = (parts: Parts) => ({
  /** Signed addresses of a message's remote pictures. @throws item.not-found */
  pictures: async (
    reader: FileReader,
    { mailId, allow }: { mailId: number; allow: 'once' | 'message' | 'sender' },
  ) => {
    const row = await findFor(parts, reader, mailId)
    await allowPictures(parts, reader, { row, allow })
    const { content } = await parts.mailstore.open(row)
    const at = ticketOf(reader, row.id)
    const list = (await parts.pictures.keysOf(content.html ?? '')).map(({ url, key }) => ({
      url,
      src: fileUrl(parts.signer, { kind: 'picture', ...at, key }),
    }))
    return { list }
  },
  /** @throws link.invalid, item.not-found, picture.unavailable */
  openPicture: async (text: string) => {
    const ticket = parts.tickets.read(text)
    if (ticket.kind !== 'picture') throw new AppError('link.invalid')
    const row = await parts.tickets.message(ticket)
    return parts.pictures.open(row, asId(ticket.account), ticket.key)
  },
  pictureSenders: async (
    { accountId }: FileReader,
    { after, pageSize }: { after?: string | undefined; pageSize: number },
  ) => {
    const page = { after: after?.toLowerCase() ?? '', limit: pageSize + 1 }
    const rows = await pictureSenders(parts.database, accountId, page)
    return {
      list: rows
        .slice(0, pageSize)
        .map((one) => ({ address: one.address, addedTime: one.createdAt.toISOString() })),
      hasMore: rows.length > pageSize,
    }
  },
  /** @throws item.not-found */
  removePictureSender: async ({ accountId }: FileReader, address: string): Promise<void> => {
    const gone = await deletePictureSender(parts.database, accountId, address.toLowerCase())
    if (gone === 0) throw new AppError('item.not-found')
  },
})

/** All attachments in one zip. @throws link.invalid, item.not-found */
async function zip({ mailstore, tickets }: Parts, text: string) {
  const ticket = tickets.read(text)
  if (ticket.kind !== 'zip') throw new AppError('link.invalid')
  const row = await tickets.message(ticket)
  const stream = await mailstore.whileReading([row], async (read) => {
    const raw = await read(row)
    const { content } = await mailstore.openRaw(raw)
    const listed = content.attachments.filter((one) => !one.inline)
    const names = uniqueNames(listed.map((one) => one.filename))
    const open = openInTurn(mailstore, raw, listed)
    const entries = listed.map(
      (_, index): ZipEntry => ({ name: names[index] ?? 'attachment', bytes: () => open(index) }),
    )
    // A mail that waits for whoever reads its zip slowly would be in memory, and counted nowhere.
    return zipOnDisk(entries, { compress: false })
  })
  const [name = 'attachments'] = uniqueNames([row.subject.slice(0, 80)])
  return { stream, name: `${name}.zip` }
}

import { limits } from '@hongyan/contract/limits'
import { type FetchMessageObject, ImapFlow, type ListResponse } from 'imapflow'
import type { FolderRole } from '../../../mailstore/types.ts'
import type { Reached } from './reach.ts'
import {
  type OpenFolder,
  type Source,
  type SourceFolder,
  type SourceLogin,
  type SourceMessage,
  SourceTrouble,
} from './source.ts'

/** RFC 6154, and what imapflow knows of names in many languages. */
const roles: Readonly<Record<string, FolderRole>> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Drafts': 'drafts',
  '\\Trash': 'trash',
  '\\Junk': 'junk',
  '\\Archive': 'archive',
}
/** Views of mail that lies elsewhere. */
const views = new Set(['\\Flagged', '\\Important'])

/** So many folders of a mailbox are looked at. */
const mostFolders = 1_000
/** UIDs that are asked for at once: a folder may have gaps. */
const widestAsk = 20_000
/** Answers to one question: a folder of so many messages would be a wonder. */
const mostAnswers = 10_000_000
/** A longer name of a folder is somebody's attack on what is written down. */
const longestPath = 1_000
/** What more than it has said a message may be, for servers that count line ends differently. */
const sizeSlack = 64 * 1024
/** Answers to the question for one message. */
const mostRows = 1_000

/** @throws SourceTrouble */
export async function openImapSource(login: SourceLogin, reached: Reached): Promise<Source> {
  const { server, userName, password } = login
  const client = new ImapFlow({
    host: reached.address,
    port: server.port,
    ...(reached.servername === '' ? {} : { servername: reached.servername }),
    secure: server.security === 'tls',
    // Without TLS no password is sent.
    ...(server.security === 'starttls' ? { doSTARTTLS: true } : {}),
    auth: { user: userName, pass: password },
    tls: { minVersion: 'TLSv1.2', ...(reached.ca === null ? {} : { ca: reached.ca }) },
    logger: false,
    disableAutoIdle: true,
    // A stranger's server does not choose what is unpacked here.
    disableCompression: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    maxLineLength: 1024 * 1024,
    maxLiteralSize: limits.message + 1024 * 1024,
    maxResponseSize: limits.message + 4 * 1024 * 1024,
  })
  // What breaks is told by the call that is under way.
  client.on('error', () => undefined)
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work()
      // On a line that is gone imapflow finds no folder and no message, and does not call that an error.
      if (!client.usable) throw new SourceTrouble('line')
      return result
    } catch (thrown) {
      throw thrown instanceof SourceTrouble ? thrown : new SourceTrouble(reasonOf(thrown), thrown)
    }
  }
  await told(() => client.connect())
  return {
    keepsCursors: true,
    folders: () => told(() => foldersOf(client)),
    open: (path) => told(() => openFolder(client, path, told)),
    close: () => client.close(),
  }
}

function reasonOf(thrown: unknown): 'login' | 'no-tls' | 'line' {
  const { authenticationFailed, code, tlsFailed } = thrown as {
    authenticationFailed?: boolean
    tlsFailed?: boolean
    code?: string
  }
  if (authenticationFailed) return 'login'
  const text = String(code ?? '')
  const isTls = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/
  return tlsFailed || isTls.test(text) || /STARTTLS/.test(String(thrown)) ? 'no-tls' : 'line'
}

async function foldersOf(client: ImapFlow): Promise<SourceFolder[]> {
  const listed = await client.list({ statusQuery: { messages: true } })
  const chosen = listed
    .filter(
      ({ flags, specialUse, path }) =>
        path.length <= longestPath &&
        !path.includes('\u0000') &&
        !flags.has('\\Noselect') &&
        !flags.has('\\NonExistent') &&
        !views.has(specialUse ?? ''),
    )
    .slice(0, mostFolders)
    .map(asFolder)
  // What lies somewhere else is here by then.
  return chosen.sort((one, other) => Number(one.isEverything) - Number(other.isEverything))
}

const asFolder = ({ path, delimiter, specialUse, status }: ListResponse): SourceFolder => ({
  path,
  steps: delimiter ? path.split(delimiter) : [path],
  role: path.toUpperCase() === 'INBOX' ? 'inbox' : (roles[specialUse ?? ''] ?? null),
  isEverything: specialUse === '\\All',
  total: status?.messages ?? 0,
})

async function openFolder(
  client: ImapFlow,
  path: string,
  told: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<OpenFolder> {
  const { uidValidity, uidNext } = await client.mailboxOpen(path, { readOnly: true })
  // Without them the folder would look empty, and be done.
  if (!client.mailbox || uidNext === undefined || uidValidity === undefined)
    throw new SourceTrouble('line')
  return {
    validity: String(uidValidity),
    after: (cursor, limit) =>
      told(async () => {
        // Where nothing is, the next look is twice as wide: a server that names a UID beyond all others is not asked for hours.
        let width = widestAsk
        for (let from = cursor + 1; from < uidNext; ) {
          const to = Math.min(from + width, uidNext) - 1
          const found = await messagesBetween(client, from, to)
          if (found === null) width = Math.max(widestAsk, Math.floor(width / 8))
          else if (found.length > 0) return found.slice(0, limit)
          else {
            from = to + 1
            width *= 2
          }
        }
        return []
      }),
    fetch: (messages) =>
      told(async () => {
        const got = new Map<string, Buffer>()
        // One after the other: what nobody asked for is never kept.
        for (const one of messages) {
          const source = await bytesOf(client, one)
          if (source) got.set(one.uid, source)
        }
        return got
      }),
    describe: ({ uid }) =>
      told(async () => {
        const one = await client.fetchOne(uid, { uid: true, envelope: true }, { uid: true })
        const { subject = '', from = [] } = one ? (one.envelope ?? {}) : {}
        return [from[0]?.address ?? '', subject].filter((word) => word !== '').join(': ')
      }),
  }
}

/** Memory was taken for what it is said to be: of one that is larger no more is asked for, and who sends it is cut off. */
async function bytesOf(client: ImapFlow, { uid, size }: SourceMessage): Promise<Buffer | null> {
  const most = Math.floor(Math.min(size, limits.message) * 1.25) + sizeSlack
  const query = { uid: true, source: { start: 0, maxLength: most + 1 } }
  let source: Buffer | null = null
  let rows = 0
  for await (const one of client.fetch(uid, query, { uid: true })) {
    // Marks that others change meanwhile come between (RFC 9051 §7).
    const isAsked = String(one.uid) === uid
    const isTooMuch = one.source !== undefined && (!isAsked || one.source.length > most + 1)
    if (++rows > mostRows || isTooMuch) {
      client.close()
      throw new SourceTrouble('line')
    }
    if (one.source) source = one.source
  }
  return source && source.length <= most ? source : null
}

/** @returns null where there are too many: a narrower look is needed */
async function messagesBetween(
  client: ImapFlow,
  from: number,
  to: number,
): Promise<SourceMessage[] | null> {
  const found = new Map<number, SourceMessage>()
  const asked = { uid: true, flags: true, internalDate: true, size: true }
  let answers = 0
  // A range whose end is past the last message names that one (RFC 9051 §9, seq-range).
  for await (const one of client.fetch(`${from}:${to}`, asked, { uid: true })) {
    // The same told without end would fill the memory.
    if (++answers > mostAnswers) {
      client.close()
      throw new SourceTrouble('line')
    }
    if (one.uid >= from && one.uid <= to && found.size <= widestAsk)
      found.set(one.uid, asMessage(one))
  }
  if (found.size > widestAsk) return null
  return [...found.values()].sort((one, other) => one.cursor - other.cursor)
}

function asMessage({ uid, size, flags, internalDate }: FetchMessageObject): SourceMessage {
  const at = internalDate === undefined ? null : new Date(internalDate)
  return {
    uid: String(uid),
    cursor: uid,
    size: size ?? 0,
    flags: [...(flags ?? [])].filter((flag) => flag !== '\\Recent'),
    at: at === null || Number.isNaN(at.getTime()) ? null : at,
  }
}

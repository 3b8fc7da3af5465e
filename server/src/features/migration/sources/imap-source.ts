import { limits } from '@hongyan/contract/limits'
import { type FetchMessageObject, ImapFlow, type ListResponse } from 'imapflow'
import type { FolderRole } from '../../../mailstore/types.ts'
import { inTurnsOfTheLoop } from './paced-lines.ts'
import type { Reached } from './reach.ts'
import {
  FolderRefused,
  isPassing,
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
/** RFC 9051 §2.3.1.1. */
const largestUid = 4_294_967_295
/** UIDs that are asked for at once. */
const widestAsk = 2_000
/** Windows without a message, where the server has just named one in them. */
const mostEmpty = 3
/** What a listing of folders and one of a window may hold. */
const listBytes = 4 * 1024 * 1024
const windowBytes = 4 * 1024 * 1024
/** And what is said until somebody is in. */
const signInBytes = 256 * 1024
/** Who sends a byte now and then is not waited for all day. */
const stepMs = 120_000
const listMs = 300_000
/** Until somebody is in. */
const signInMs = 60_000
const slowestBytesPerMs = 16
const lookMs = 250
/** A longer name of a folder is somebody's attack on what is written down. */
const longestPath = 1_000
/** What more than it has said a message may be, for servers that count line ends differently. */
const sizeSlack = 64 * 1024
/** Messages of no more than this are asked for together. */
const togetherBytes = 256 * 1024
/** Flags of one message that are looked at. */
const mostFlags = 100
/** Answers to the question for some messages. */
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
  inTurnsOfTheLoop(client)
  // What breaks is told by the call that is under way.
  client.on('error', () => undefined)
  const told: Told = async (work, { ms = stepMs, bytes = Number.POSITIVE_INFINITY } = {}) => {
    const before = client.stats().received
    const until = performance.now() + ms
    const watch = setInterval(() => {
      if (performance.now() > until || client.stats().received - before > bytes) client.close()
    }, lookMs)
    try {
      const result = await work()
      // On a line that is gone imapflow finds no folder and no message, and does not call that an error.
      if (!client.usable) throw new SourceTrouble('line')
      return result
    } catch (thrown) {
      if (thrown instanceof SourceTrouble || thrown instanceof FolderRefused) throw thrown
      throw new SourceTrouble(reasonOf(thrown), thrown)
    } finally {
      clearInterval(watch)
    }
  }
  await told(() => client.connect(), { ms: signInMs, bytes: signInBytes })
  return {
    keepsCursors: true,
    folders: () => told(() => foldersOf(client), { ms: listMs, bytes: listBytes }),
    open: (path) => told(() => openFolder(client, path, told)),
    close: () => client.close(),
  }
}

/** Does something there within bounds. @throws SourceTrouble, FolderRefused */
type Told = <T>(work: () => Promise<T>, bounds?: { ms?: number; bytes?: number }) => Promise<T>

/** What imapflow tells of a command that failed. */
interface Refusal {
  authenticationFailed?: boolean
  tlsFailed?: boolean
  code?: string
  responseStatus?: string
  serverResponseCode?: string
  responseText?: string
}

/** The server has said no, and the line is well. */
const isRefusal = (thrown: unknown): boolean =>
  /^(?:NO|BAD)$/.test((thrown as Refusal).responseStatus ?? '')

const willPass = ({ serverResponseCode = '', responseText = '' }: Refusal): boolean =>
  isPassing(`${serverResponseCode} ${responseText}`)

function reasonOf(thrown: unknown): 'login' | 'no-tls' | 'line' | 'unreachable' {
  const { authenticationFailed, code, tlsFailed } = thrown as Refusal
  // A line that is cut within the sign-in is called a failed one, too.
  if (authenticationFailed && isRefusal(thrown))
    return willPass(thrown as Refusal) ? 'unreachable' : 'login'
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

async function openFolder(client: ImapFlow, path: string, told: Told): Promise<OpenFolder> {
  const opened = await client.mailboxOpen(path, { readOnly: true }).catch((thrown: unknown) => {
    if (!isRefusal(thrown)) throw thrown
    // What will pass is tried again, as a cut line is.
    throw willPass(thrown as Refusal)
      ? new SourceTrouble('line', thrown)
      : new FolderRefused(thrown)
  })
  if (!client.mailbox) throw new SourceTrouble('line')
  // Without it nobody knows whether a UID is still the same message.
  if (opened.uidValidity === undefined) throw new FolderRefused()
  const validity = String(opened.uidValidity)
  let ahead: SourceMessage[] = []
  return {
    validity,
    after: (cursor, limit) =>
      told(
        async () => {
          ahead = ahead.filter((one) => one.cursor > cursor)
          if (ahead.length === 0) ahead = await windowBehind(client, cursor)
          return ahead.slice(0, limit)
        },
        { bytes: windowBytes * mostEmpty },
      ),
    arrival: async () => null,
    fetch: (messages) =>
      told(async () => {
        const got = new Map<string, Buffer>()
        for (const asked of atOnce(messages)) await bytesOf(client, asked, got)
        return got
      }, boundsOf(messages)),
    describe: ({ uid }) =>
      told(async () => {
        const one = await client.fetchOne(uid, { uid: true, envelope: true }, { uid: true })
        const { subject = '', from = [] } = one ? (one.envelope ?? {}) : {}
        return [from[0]?.address ?? '', subject].filter((word) => word !== '').join(': ')
      }),
  }
}

/** Small ones are asked for together: on a long line each question costs more than the message. */
function atOnce(messages: readonly SourceMessage[]): SourceMessage[][] {
  const small = messages.filter(({ size }) => size <= togetherBytes)
  const large = messages.filter(({ size }) => size > togetherBytes)
  return [...(small.length > 0 ? [small] : []), ...large.map((one) => [one])]
}

/** What more it has is not said to be there, so nobody took memory for it. */
const mostOf = ({ size }: SourceMessage): number =>
  Math.floor(Math.min(size, limits.message) * 1.25) + sizeSlack

/** The bytes of some messages; where the server refuses them together each is asked for alone, and which it refuses then is left out. */
async function bytesOf(
  client: ImapFlow,
  asked: readonly SourceMessage[],
  got: Map<string, Buffer>,
): Promise<void> {
  try {
    await bytesTogether(client, asked, got)
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    if (asked.length === 1) return
    for (const one of asked) if (!got.has(one.uid)) await bytesOf(client, [one], got)
  }
}

/** Memory was taken for what they are said to be: of one that is larger no more is asked for, and who sends it is cut off. */
async function bytesTogether(
  client: ImapFlow,
  asked: readonly SourceMessage[],
  got: Map<string, Buffer>,
): Promise<void> {
  const mosts = new Map(asked.map((one) => [one.uid, mostOf(one)]))
  const most = Math.max(...mosts.values())
  const query = { uid: true, source: { start: 0, maxLength: most + 1 } }
  const uids = asked.map(({ uid }) => uid).join(',')
  let rows = 0
  for await (const one of client.fetch(uids, query, { uid: true })) {
    const uid = String(one.uid)
    const own = mosts.get(uid)
    // Marks that others change meanwhile come between (RFC 9051 §7).
    const isTooMuch =
      one.source !== undefined && (own === undefined || one.source.length > most + 1)
    if (++rows > mostRows || isTooMuch) {
      client.close()
      throw new SourceTrouble('line')
    }
    // What nobody asked for is never kept.
    if (one.source && own !== undefined && one.source.length <= own) got.set(uid, one.source)
  }
}

/** All of them, with what else a server may tell meanwhile. */
const boundsOf = (messages: readonly SourceMessage[]): { ms: number; bytes: number } => ({
  bytes: messages.reduce((sum, one) => sum + mostOf(one), windowBytes),
  ms: messages.reduce(
    (sum, { size }) => sum + Math.min(size, limits.message) / slowestBytesPerMs,
    stepMs,
  ),
})

/** The next messages behind a UID. UIDNEXT is not needed, which not all servers tell. */
async function windowBehind(client: ImapFlow, cursor: number): Promise<SourceMessage[]> {
  let from = cursor + 1
  for (let empty = 0; empty < mostEmpty; empty++) {
    if (from > largestUid) return []
    const to = Math.min(from + widestAsk - 1, largestUid)
    const found = await messagesBetween(client, from, to)
    if (found.length > 0) return found
    const next = await firstUidFrom(client, from)
    if (next === null) return []
    from = next
  }
  throw new FolderRefused()
}

/** The lowest UID from some one on: halving the sequence numbers, however wide the gap is. Null: there is none. */
async function firstUidFrom(client: ImapFlow, from: number): Promise<number | null> {
  const uidOf = async (sequence: number): Promise<number> => {
    const one = await client.fetchOne(String(sequence), { uid: true })
    if (!one) throw new FolderRefused()
    return one.uid
  }
  let high = client.mailbox ? client.mailbox.exists : 0
  if (high === 0) return null
  let found = await uidOf(high)
  if (found < from) return null
  for (let low = 1; low < high; ) {
    const middle = Math.floor((low + high) / 2)
    const uid = await uidOf(middle)
    if (uid < from) low = middle + 1
    else {
      high = middle
      found = uid
    }
  }
  return found
}

async function messagesBetween(
  client: ImapFlow,
  from: number,
  to: number,
): Promise<SourceMessage[]> {
  const found = new Map<number, SourceMessage>()
  const asked = { uid: true, flags: true, internalDate: true, size: true }
  let answers = 0
  // A range whose end is past the last message names that one (RFC 9051 §9, seq-range).
  for await (const one of client.fetch(`${from}:${to}`, asked, { uid: true })) {
    // The same told without end would fill the memory.
    if (++answers > 2 * widestAsk) {
      client.close()
      throw new SourceTrouble('line')
    }
    if (one.uid >= from && one.uid <= to) found.set(one.uid, asMessage(one))
  }
  return [...found.values()].sort((one, other) => one.cursor - other.cursor)
}

function asMessage({ uid, size, flags, internalDate }: FetchMessageObject): SourceMessage {
  const at = internalDate === undefined ? null : new Date(internalDate)
  return {
    uid: String(uid),
    cursor: uid,
    size: size ?? 0,
    flags: [...(flags ?? [])].filter((flag) => flag !== '\\Recent').slice(0, mostFlags),
    at: at === null || Number.isNaN(at.getTime()) ? null : at,
  }
}

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
      return await work()
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
      ({ flags, specialUse }) =>
        !flags.has('\\Noselect') && !flags.has('\\NonExistent') && !views.has(specialUse ?? ''),
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
  return {
    validity: String(uidValidity),
    after: (cursor, limit) =>
      told(async () => {
        for (let from = cursor + 1; from < uidNext; from += widestAsk) {
          const to = Math.min(from + widestAsk, uidNext) - 1
          const found = await messagesBetween(client, from, to)
          if (found.length > 0) return found.slice(0, limit)
        }
        return []
      }),
    fetch: (messages) =>
      told(async () => {
        const uids = messages.map(({ uid }) => uid).join(',')
        const got = new Map<string, Buffer>()
        if (uids === '') return got
        for await (const one of client.fetch(uids, { uid: true, source: true }, { uid: true }))
          if (one.source) got.set(String(one.uid), one.source)
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

async function messagesBetween(
  client: ImapFlow,
  from: number,
  to: number,
): Promise<SourceMessage[]> {
  const found: SourceMessage[] = []
  const asked = { uid: true, flags: true, internalDate: true, size: true }
  // A range whose end is past the last message names that one (RFC 9051 §9, seq-range).
  for await (const one of client.fetch(`${from}:${to}`, asked, { uid: true }))
    if (one.uid >= from && one.uid <= to) found.push(asMessage(one))
  return found.sort((one, other) => one.cursor - other.cursor)
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

import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { App } from '../app.ts'
import type { FolderRole } from '../mailstore/types.ts'
import type { AccountId } from '../platform/ids.ts'
import { type Command, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

const roles: readonly FolderRole[] = ['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive']

/** A message found in a file, with what the file says about its state. */
interface Found {
  raw: Buffer
  seen: boolean
  starred: boolean
}

/** Brings mail in from .eml files, .mbox files and Maildir folders; each message keeps the date it was written. */
export const importCommand: Command = async (input) => {
  const { values, positionals } = parseArgs({
    args: input.words,
    allowPositionals: true,
    options: { folder: { type: 'string', default: 'inbox' } },
  })
  const [address, ...paths] = positionals
  const role = roles.find((one) => one === values.folder)
  if (!address || paths.length === 0)
    throw new UsageError('an address and at least one path are needed')
  if (!role) throw new UsageError(`--folder is one of ${roles.join(', ')}`)
  return withApp(input, async (app) => {
    const recipient = await app.directory.findRecipient(address)
    if (!recipient) throw new UsageError(`nobody here has the address ${address}`)
    let stored = 0
    let refused = 0
    for (const path of paths) {
      for await (const found of messagesIn(path)) {
        if (await store(app, { accountId: recipient.accountId, role, found })) stored++
        else refused++
      }
    }
    input.print(
      `${stored} messages imported${refused > 0 ? `, ${refused} refused: the mailbox is full` : ''}`,
    )
    return refused > 0 ? 1 : 0
  })
}

async function store(
  { mailstore }: App,
  { accountId, role, found }: { accountId: AccountId; role: FolderRole; found: Found },
): Promise<boolean> {
  const message = await mailstore.prepare(found.raw)
  const written = new Date(message.parsed.envelope.date ?? Number.NaN)
  const now = new Date()
  const receivedAt = Number.isNaN(written.getTime()) || written > now ? now : written
  const { seen, starred } = found
  const [outcome] = await mailstore.deliver(message, [
    { accountId, folder: role, receivedAt, seen, starred },
  ])
  return outcome?.kind === 'stored'
}

async function* messagesIn(path: string): AsyncGenerator<Found> {
  if ((await stat(path)).isDirectory()) yield* folderMessages(path)
  else if (path.endsWith('.mbox') || (await startsAsMbox(path))) yield* mboxMessages(path)
  else yield { raw: await readFile(path), seen: true, starred: false }
}

/** A Maildir (cur, new) or a plain folder of .eml files. */
async function* folderMessages(path: string): AsyncGenerator<Found> {
  const names = (await readdir(path)).sort()
  for (const part of ['cur', 'new'].filter((one) => names.includes(one))) {
    for (const name of (await readdir(join(path, part))).sort()) {
      const flags = name.split(':2,')[1] ?? ''
      yield {
        raw: await readFile(join(path, part, name)),
        seen: flags.includes('S'),
        starred: flags.includes('F'),
      }
    }
  }
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    yield { raw: await readFile(join(path, name)), seen: true, starred: false }
  }
}

async function startsAsMbox(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 4 })) return String(chunk) === 'From '
  return false
}

/** mboxrd: a line that begins with "From " starts a message, ">From " inside one was escaped. */
async function* mboxMessages(path: string): AsyncGenerator<Found> {
  const lines = createInterface({
    input: createReadStream(path, 'latin1'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  let current: string[] | null = null
  for await (const line of lines) {
    if (line.startsWith('From ')) {
      if (current) yield asFound(current)
      current = []
    } else current?.push(line.replace(/^>(>*From )/, '$1'))
  }
  if (current) yield asFound(current)
}

function asFound(lines: readonly string[]): Found {
  const end = lines.at(-1) === '' ? -1 : undefined
  const text = lines.slice(0, end).join('\r\n')
  const head = text.slice(0, Math.max(0, text.indexOf('\r\n\r\n')))
  return {
    raw: Buffer.from(`${text}\r\n`, 'latin1'),
    seen: /^Status:.*R/m.test(head),
    starred: /^X-Status:.*F/m.test(head),
  }
}

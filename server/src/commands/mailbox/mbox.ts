import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@hongyan/contract/limits'
import { mboxFlagLines, mboxFlags } from './flags.ts'
import { type DiskFolder, type DiskMail, unreadable } from './found.ts'
import { quoted, sections, unquoted } from './mboxrd.ts'
import { fileNameOf, nameOfFile } from './names.ts'
import type { MailboxWriter, OutMessage } from './read-mailbox.ts'

const ending = '.mbox'
const lineFeed = 10

/** A file for each folder (mboxrd), beside a directory for what lies inside. */
export const mboxWriter = (root: string): MailboxWriter => ({
  folder: async (steps, messages) => {
    const path = join(root, ...steps.map(fileNameOf)) + ending
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const bytes = async function* () {
      for await (const message of messages) yield* mboxMessage(message)
    }
    await pipeline(Readable.from(bytes()), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  },
})

/** The four lines behind `From ` are ours: they say what no other line of an mbox does, to the byte and millisecond. */
async function* mboxMessage({ row, keywords, pieces }: OutMessage): AsyncGenerator<Buffer> {
  const at = row.receivedAt
  yield Buffer.from(
    `From MAILER-DAEMON ${asctime(at)}\n${mboxFlagLines(row, keywords)}X-Export: ${at.toISOString()} ${row.size}\n`,
  )
  let last = lineFeed
  for await (const piece of quoted(pieces())) {
    last = piece.at(-1) ?? last
    yield piece
  }
  yield Buffer.from(last === lineFeed ? '\n' : '\n\n')
}

/** `Thu Mar  5 10:00:00 2021`, in UTC. */
function asctime(at: Date): string {
  const [, day, , month, year, time] =
    /^(\w+), (\d+) (\w+) (\d+) (\S+)/
      .exec(at.toUTCString())
      ?.flatMap((one, index) => (index === 1 ? [one, ''] : [one])) ?? []
  return `${day} ${month} ${String(at.getUTCDate()).padStart(2)} ${time} ${year}`
}

/** The folders of such a directory, the outer ones first. */
export async function* mboxFolders(
  root: string,
  steps: readonly string[] = [],
): AsyncGenerator<DiskFolder> {
  const entries = (await readdir(root, { withFileTypes: true })).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  for (const { name } of entries.filter((one) => one.isFile() && one.name.endsWith(ending)))
    yield {
      steps: [...steps, nameOfFile(name.slice(0, -ending.length))],
      mails: () => mailsIn(join(root, name)),
    }
  for (const { name } of entries.filter((one) => one.isDirectory()))
    yield* mboxFolders(join(root, name), [...steps, nameOfFile(name)])
}

async function* mailsIn(path: string): AsyncGenerator<DiskMail> {
  let count = 0
  try {
    const { mtime: fileAt } = await stat(path)
    // Signs before `From ` add at most a fifth.
    for await (const section of sections(createReadStream(path), limits.message * 1.2)) {
      const name = `${path} #${++count}`
      yield section ? { ...mailOf(name, section), fileAt } : unreadable(name)
    }
  } catch {
    // The file ends here: what stands behind is told, and the other folders come.
    yield unreadable(`${path} behind #${count}`)
  }
}

const ownLines =
  /^From [^\n]*\n(Status: [^\n]*\nX-Status:[^\n]*\nX-Keywords:[^\n]*\nX-Export: (\S+) (\d+)\n)/

/** What another program wrote has its flags in the header of the message itself. */
function mailOf(name: string, section: Buffer): Omit<DiskMail, 'fileAt'> {
  const head = section.toString('latin1', 0, 64 * 1024)
  const [own, lines = '', at = '', size] = ownLines.exec(head) ?? []
  const body = unquoted(section.subarray(own ? own.length : section.indexOf(lineFeed) + 1))
  if (own)
    return {
      name,
      raw: body.subarray(0, Number(size)),
      receivedAt: dateOf(at),
      flags: mboxFlags(linesOf(lines)),
    }
  const raw = /\n\r?\n$/.test(body.toString('latin1', Math.max(0, body.length - 3)))
    ? body.subarray(0, body.at(-2) === 13 ? -2 : -1)
    : body
  const header = body.toString('latin1', 0, 64 * 1024).split(/\n\r?\n/)[0] ?? ''
  const written = dateOf(`${/^From \S+ +([^\r\n]*)/.exec(head)?.[1] ?? ''} UTC`)
  // Of another program: never in the future, it would stand above all new mail for years.
  const receivedAt = written && written <= new Date() ? written : null
  return { name, raw, receivedAt, flags: mboxFlags(linesOf(header)) }
}

function dateOf(text: string): Date | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date
}

const linesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^([\w-]+):[ \t]*([^\r\n]*)/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  )

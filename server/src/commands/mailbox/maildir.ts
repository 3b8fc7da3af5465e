import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@hongyan/contract/limits'
import { maildirLetters, maildirMarks } from './flags.ts'
import { type DiskFolder, type DiskMail, unreadable } from './found.ts'
import { fileNameOf, nameOfFile } from './names.ts'
import type { MailboxWriter, OutMessage } from './read-mailbox.ts'

const keywordFile = 'dovecot-keywords'
/** Dovecot has a letter for so many keywords of a folder. The others stand in a file of ours. */
const mostLetters = 26
const restFile = 'more-keywords'

/** A Maildir for each folder, inside the folder that it lies in. */
export const maildirWriter = (root: string): MailboxWriter => ({
  folder: async (steps, messages) => {
    const folder = join(root, ...steps.map(fileNameOf))
    for (const part of ['cur', 'new', 'tmp'])
      await mkdir(join(folder, part), { recursive: true, mode: 0o700 })
    const known: string[] = []
    const rest: string[] = []
    for await (const message of messages) {
      const name = await writeMessage(folder, message, known)
      const others = message.keywords.filter((one) => known.indexOf(one) >= mostLetters)
      if (others.length > 0) rest.push(`${name.split(':')[0]}\t${others.join(' ')}\n`)
    }
    const lines = known.slice(0, mostLetters).map((keyword, index) => `${index} ${keyword}\n`)
    if (lines.length > 0) await writeFile(join(folder, keywordFile), lines.join(''))
    if (rest.length > 0) await writeFile(join(folder, restFile), rest.join(''))
  },
})

/** @returns the name of the file */
async function writeMessage(
  folder: string,
  { row, keywords, pieces }: OutMessage,
  known: string[],
): Promise<string> {
  for (const one of keywords) if (!known.includes(one)) known.push(one)
  const own = keywords
    .map((one) => known.indexOf(one))
    .filter((index) => index < mostLetters)
    .map((index) => String.fromCharCode(97 + index))
    .sort()
  const seconds = Math.floor(row.receivedAt.getTime() / 1000)
  const name = `${seconds}.U${row.uid}.hongyan,S=${row.size}:2,${maildirLetters(row)}${own.join('')}`
  const path = join(folder, 'cur', name)
  await pipeline(Readable.from(pieces()), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  await utimes(path, row.receivedAt, row.receivedAt)
  return name
}

/** The folders of such a directory, the outer ones first. */
export async function* maildirFolders(
  root: string,
  steps: readonly string[] = [],
): AsyncGenerator<DiskFolder> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => null)
  if (!entries) return yield { steps: [...steps], mails: () => nothingIn(root) }
  const folders = entries.filter((one) => one.isDirectory()).map(({ name }) => name)
  if (steps.length > 0 && folders.includes('cur'))
    yield { steps: [...steps], mails: () => mailsIn(root) }
  for (const name of folders.filter((one) => !/^(?:cur|new|tmp)$/i.test(one)).sort())
    yield* maildirFolders(join(root, name), [...steps, nameOfFile(name)])
}

async function* nothingIn(folder: string): AsyncGenerator<DiskMail> {
  yield unreadable(folder)
}

async function* mailsIn(folder: string): AsyncGenerator<DiskMail> {
  const known = await keywordsOf(folder)
  const files: { path: string; name: string }[] = []
  for (const part of ['cur', 'new']) {
    const names = await namesIn(join(folder, part))
    if (!names) yield unreadable(join(folder, part))
    else for (const name of names) files.push({ path: join(folder, part, name), name })
  }
  files.sort((one, other) => uidOf(one.name) - uidOf(other.name) || order(one.name, other.name))
  for (const file of files) {
    const found = await mailOf(file, known).catch(() => null)
    yield found ?? unreadable(file.path)
  }
}

/** Null: they cannot be read. */
const namesIn = (path: string): Promise<string[] | null> =>
  readdir(path).catch((thrown: NodeJS.ErrnoException) => (thrown.code === 'ENOENT' ? [] : null))

async function mailOf(
  { path, name }: { path: string; name: string },
  known: Awaited<ReturnType<typeof keywordsOf>>,
): Promise<DiskMail> {
  const { size, mtimeMs } = await stat(path)
  const fileAt = new Date(Math.round(mtimeMs))
  const [base = '', letters = ''] = name.split(':2,')
  const own = [...letters].flatMap((one) => known.byLetter.get(one) ?? [])
  return {
    name: path,
    raw: size > limits.message ? null : await readFile(path),
    receivedAt: fileAt,
    fileAt,
    flags: {
      marks: maildirMarks(letters),
      keywords: [...own, ...(known.byName.get(base) ?? [])],
    },
  }
}

/** In the order in which they lay there. */
const uidOf = (name: string): number => Number(/\.U(\d+)\./.exec(name)?.[1] ?? 0)
const order = (one: string, other: string): number => (one < other ? -1 : 1)

async function keywordsOf(folder: string) {
  const linesOf = async (file: string): Promise<string[]> =>
    (await readFile(join(folder, file), 'utf8').catch(() => '')).split('\n')
  const byLetter = new Map<string, string>()
  for (const line of await linesOf(keywordFile)) {
    const [, index, keyword] = /^(\d{1,2}) (\S+)$/.exec(line) ?? []
    if (keyword) byLetter.set(String.fromCharCode(97 + Number(index)), keyword)
  }
  const byName = new Map<string, string[]>()
  for (const line of await linesOf(restFile)) {
    const [name, words] = line.split('\t')
    if (name && words) byName.set(name, words.split(' '))
  }
  return { byLetter, byName }
}

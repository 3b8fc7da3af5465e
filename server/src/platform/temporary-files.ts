import { createHash } from 'node:crypto'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { slowWork } from './db/slow-work.ts'
import { freeNow } from './in-turns.ts'
import { processStartTime } from './process-identity.ts'

/** Bytes that came in and wait on disk, out of everybody's memory. */
export interface WaitingFile {
  path: string
  size: number
  remove(): Promise<void>
}

const prefix = 'hongyan-waiting-'
/** Number of the process, its machine or container, its start. */
const owner = /^(\d{1,10})-(\w{8})-(\w{8})-/
const mark = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)
const ownHost = mark(hostname())
const ownStart = mark(processStartTime(process.pid) ?? '')

/**
 * Writes bytes to a file of its own as they come; nothing is left of it when they break off. @param given the chunks are
 * nobody else's: each is gone when it is written
 */
export async function keepOnDisk(
  chunks: AsyncIterable<Buffer>,
  { within = tmpdir(), given = false } = {},
): Promise<WaitingFile> {
  slowWork('a file on disk')
  const folder = await mkdtemp(join(within, `${prefix}${process.pid}-${ownHost}-${ownStart}-`))
  const path = join(folder, 'file')
  try {
    return waitingIn(folder, { path, size: await writeTo(path, chunks, given) })
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true })
    throw thrown
  }
}

async function writeTo(
  path: string,
  chunks: AsyncIterable<Buffer>,
  given: boolean,
): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      await file.appendFile(chunk)
      if (given) freeNow(chunk)
    }
  } finally {
    await file.close()
  }
  return size
}

/** Apart from what was written: a function holds all that it could see, for as long as the file waits. */
const waitingIn = (folder: string, file: Pick<WaitingFile, 'path' | 'size'>): WaitingFile => ({
  ...file,
  remove: () => rm(folder, { recursive: true, force: true }),
})

/** What nobody can be asked about, because its process belongs to another container, is left for so long. */
const strangeMs = 24 * 3600 * 1000

/**
 * Removes what processes that are gone have left; to be called before this one takes files in. A number alone is handed
 * out again after a crash, in a container always: number and start of a process together are not.
 */
export async function sweepTemporaryFiles(folder = tmpdir()): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix))
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    if (await isInUse(path, name)) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

async function isInUse(path: string, name: string): Promise<boolean> {
  const [, pid, host, started] = owner.exec(name.slice(prefix.length)) ?? []
  if (host === ownHost) return mark(processStartTime(Number(pid)) ?? 'gone') === started
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
  return Date.now() - mtimeMs < strangeMs
}

import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processStartTime } from './process-identity.ts'
import { StartRefused } from './start-refused.ts'

/** Held while this process uses a data folder. */
export interface DataFolderLock {
  release(): Promise<void>
}

/**
 * Makes this process the only user of a data folder. The lock of a process that is gone (kill -9, power cut,
 * reboot) is taken over, by one of those who try at the same time.
 *
 * Containers: the holder is looked up among the processes that we can see, so two containers must not share
 * one data folder.
 * @throws StartRefused when a living process holds it
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'hongyan.lock')
  const mine = `${process.pid} ${processStartTime(process.pid)} ${randomBytes(8).toString('hex')}\n`
  const holder = await acquire(path, mine)
  if (holder !== undefined) {
    throw new StartRefused(
      `Hongyan already runs on the data folder ${folder} (process ${holder}). ` +
        'Stop that one first, or set HONGYAN_DATA to another folder.',
    )
  }
  return {
    release: async () => {
      if ((await readLock(path)) === mine) await rm(path, { force: true })
    },
  }
}

/** @returns the pid of the living holder, or undefined when the lock is ours now */
async function acquire(path: string, mine: string): Promise<number | undefined> {
  for (;;) {
    if (await createWhole(path, mine)) return undefined
    const found = await readLock(path)
    if (found === undefined) continue
    const holder = livingHolder(found)
    if (holder !== undefined) return holder
    const rival = await takeOver(path, { found, mine })
    if (rival !== undefined) return rival
    if ((await readLock(path)) === mine) return undefined
  }
}

/**
 * Replaces the lock of a dead holder. The right to do so is itself a lock, named after what is replaced; whoever
 * has it looks again first, because another may have been faster: without that, two starters that both saw the
 * dead holder could each remove the lock of the other.
 */
async function takeOver(
  path: string,
  { found, mine }: { found: string; mine: string },
): Promise<number | undefined> {
  const right = `${path}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`
  const rival = await acquire(right, mine)
  if (rival !== undefined) return rival
  if ((await readLock(path)) === found) {
    const next = `${right}.new`
    await writeFile(next, mine)
    await rename(next, path)
  }
  await rm(right, { force: true })
  return undefined
}

function livingHolder(content: string): number | undefined {
  const [pid, started] = content.trim().split(' ')
  const number = Number(pid)
  if (!Number.isSafeInteger(number) || number <= 0) return undefined
  return processStartTime(number) === started ? number : undefined
}

/** Creates the file with its content in one step: nobody ever reads half of it. False when it exists. */
async function createWhole(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  await writeFile(draft, content, { flag: 'wx' })
  try {
    await link(draft, path)
    return true
  } catch (thrown) {
    const code = codeOf(thrown)
    if (code === 'EEXIST') return false
    // File systems without hard links (FAT, some network shares): two steps must do.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw thrown
    return await createPlainly(path, content)
  } finally {
    await rm(draft, { force: true })
  }
}

async function createPlainly(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' })
    return true
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false
    throw thrown
  }
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''

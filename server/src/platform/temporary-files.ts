import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Bytes that came in and wait on disk, out of everybody's memory. */
export interface WaitingFile {
  path: string
  size: number
  remove(): Promise<void>
}

const prefix = 'hongyan-waiting-'

/** Writes bytes to a file of its own as they come; nothing is left of it when they break off. */
export async function keepOnDisk(chunks: AsyncIterable<Buffer>): Promise<WaitingFile> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'file')
  let size = 0
  const counted = async function* () {
    for await (const chunk of chunks) {
      size += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(counted(), createWriteStream(path, { mode: 0o600 }))
    return { path, size, remove }
  } catch (thrown) {
    await remove()
    throw thrown
  }
}

/** Removes what processes of this machine that are gone have left; to be called before this one takes files in. */
export async function sweepTemporaryFiles(folder = tmpdir()): Promise<number> {
  const left = (await readdir(folder)).filter((name) => {
    const pid = new RegExp(`^${prefix}(\\d{1,10})-`).exec(name)?.[1]
    return pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))
  })
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return left.length
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}

import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Makes a new or renamed name in this folder survive a power cut: fsync of the folder itself (fsync(2)). */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing; NTFS writes names with its journal.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** mkdir -p whose folders survive a power cut. */
export async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(folder); made.length >= first.length; made = dirname(made)) {
    await syncFolder(made)
    if (made === dirname(made)) return
  }
  await syncFolder(dirname(first))
}

/**
 * Writes a new file and brings its bytes to the disk itself; its name is safe only after syncFolder.
 * fdatasync(2) includes the size of the file, and costs less than fsync.
 */
export async function writeDurably(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** The code of a system error, '' for anything else. */
export const systemCode = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''

/** `work`, or undefined when the file or folder is not there. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}

import { mkdir, opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOfName } from './blob-format.ts'
import type { Places } from './blob-places.ts'
import type { ListedBlob } from './blobs.ts'
import { makeFolderDurably, syncFolder, unlessMissing } from './durable-files.ts'

/** A temporary file this old belongs to a process that is gone; a younger one may be another process at work. */
const abandonedAfterMs = 60 * 60 * 1000

/** `recent` comes first: a blob that moves on meanwhile is met again, never missed. */
export async function* eachStored(places: Places): AsyncIterable<ListedBlob> {
  yield* list(places.recent)
  for (const prefix of prefixes) yield* list(join(places.folder, prefix))
}

export async function* list(folder: string): AsyncIterable<ListedBlob> {
  for await (const entry of await opendir(folder)) {
    const hash = hashOfName(entry.name)
    const found = hash && (await unlessMissing(stat(join(folder, entry.name))))
    if (found) yield { hash, storedSize: found.size, at: found.mtime }
  }
}

const prefixes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export async function makeFolders(places: Places): Promise<void> {
  await makeFolderDurably(places.folder)
  const present = new Set(await readdir(places.folder))
  const missing = [...prefixes, 'recent', 'unfinished', 'quarantine'].filter(
    (name) => !present.has(name),
  )
  if (missing.length === 0) return
  for (const name of missing)
    await mkdir(join(places.folder, name), { recursive: true, mode: 0o700 })
  await syncFolder(places.folder)
}

export async function sweepUnfinished(places: Places): Promise<number> {
  let swept = 0
  for (const name of await readdir(places.unfinished)) {
    const path = join(places.unfinished, name)
    const found = await unlessMissing(stat(path))
    if (!found || Date.now() - found.mtimeMs < abandonedAfterMs) continue
    await rm(path, { force: true })
    swept++
  }
  return swept
}

import { join } from 'node:path'
import { nameOfHash } from './blob-format.ts'

/** Where blobs lie on a disk: folders. */
export interface Places {
  folder: string
  /** New ones, in one folder. */
  recent: string
  /** Being written. */
  unfinished: string
  quarantine: string
}

export const recentPath = (places: Places, hash: Uint8Array): string =>
  join(places.recent, nameOfHash(hash))

/** Where a blob stays: `<first two digits>/<hash>`. */
export const settledPath = (places: Places, hash: Uint8Array): string => {
  const name = nameOfHash(hash)
  return join(places.folder, name.slice(0, 2), name)
}

export const quarantinedPath = (places: Places, hash: Uint8Array): string =>
  join(places.quarantine, nameOfHash(hash))

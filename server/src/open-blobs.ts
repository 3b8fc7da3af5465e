import { join } from 'node:path'
import type { Config } from './config.ts'
import type { BlobStore } from './platform/blobs/blobs.ts'
import { openDiskBlobs } from './platform/blobs/disk-blobs.ts'
import { slowWork } from './platform/db/slow-work.ts'
import type { Log } from './platform/log.ts'

/** The blob store that the configuration names. */
export async function openBlobs(config: Config, log: Log): Promise<BlobStore> {
  if (!config.s3) {
    return outsideTransactions(
      await openDiskBlobs({ folder: join(config.dataFolder, 'blobs'), log }),
    )
  }
  const { openS3Blobs } = await import('./platform/blobs/s3-blobs.ts')
  return outsideTransactions(await openS3Blobs({ ...config.s3, log }))
}

/** A blob is written and read before or after a transaction, never in it. */
function outsideTransactions(blobs: BlobStore): BlobStore {
  const { put, putMany, putShared, putPieces, get, getMany, getPieces } = blobs
  const outside =
    <Given, Answer>(name: string, work: (given: Given) => Promise<Answer>) =>
    async (given: Given): Promise<Answer> => {
      slowWork(name)
      return work(given)
    }
  return {
    ...blobs,
    put: outside('blobs.put', put),
    putMany: outside('blobs.putMany', putMany),
    putShared: outside('blobs.putShared', putShared),
    putPieces: outside('blobs.putPieces', putPieces),
    get: outside('blobs.get', get),
    getMany: outside('blobs.getMany', getMany),
    getPieces: (hash) => {
      slowWork('blobs.getPieces')
      return getPieces(hash)
    },
  }
}

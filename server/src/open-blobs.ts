import { join } from 'node:path'
import type { Config } from './config.ts'
import type { BlobStore } from './platform/blobs/blobs.ts'
import { openDiskBlobs } from './platform/blobs/disk-blobs.ts'
import type { Log } from './platform/log.ts'

/** The blob store that the configuration names. */
export async function openBlobs(config: Config, log: Log): Promise<BlobStore> {
  if (!config.s3) return openDiskBlobs({ folder: join(config.dataFolder, 'blobs'), log })
  const { openS3Blobs } = await import('./platform/blobs/s3-blobs.ts')
  return openS3Blobs({ ...config.s3, log })
}

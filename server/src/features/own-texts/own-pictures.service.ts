import { randomUUID } from 'node:crypto'
import { limits } from '@hongyan/contract/limits'
import type { OwnPicture } from '@hongyan/contract/own-pictures'
import { referencedIds } from '@hongyan/mime/html/cid-references'
import { z } from 'zod'
import { releaseBlobs, retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import { bytesInMemory, holdForRequest } from '../../platform/budget.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId } from '../../platform/ids.ts'
import { fileNameOf, insertablePicture } from '../compose/compose.public.ts'
import {
  countPictures,
  insertPicture,
  lockOwnTexts,
  type PictureRow,
  picturesByContentId,
  picturesById,
  sweepPictures,
} from './own-pictures.queries.ts'

/** Signatures and pictures of this account belong to the organisation. */
export const organisationAccount = asId<AccountId>(0)

const ticketSeconds = 3600
const unusedMs = 3 * 24 * 3_600_000
const sweepAtOnce = 200

const ticket = z.object({
  kind: z.literal('own-picture'),
  account: z.number(),
  picture: z.number(),
})

interface Options {
  database: Database
  blobs: BlobStore
  signer: Signer
  clock: Clock
}

/** A picture as it came by multipart. */
export interface IncomingPicture {
  fileName: string
  bytes: Buffer
}

/** A picture on its way into a mail. */
export interface OwnTextFile {
  fileName: string
  type: string
  contentId: string
  bytes: Buffer
}

/** Pictures that belong to a user's ownTexts and not to one mail: shown by signed links, copied into each mail. */
export type OwnPictures = ReturnType<typeof createOwnPictures>

export function createOwnPictures({ database, blobs, signer, clock }: Options) {
  const link = (accountId: AccountId, id: number): string =>
    `/api/file/showCustomPicture/${signer.sign({ kind: 'own-picture', account: accountId, picture: id }, ticketSeconds)}`
  const described = (accountId: AccountId, { id, contentId }: PictureRow): OwnPicture => ({
    pictureId: id,
    contentId,
    url: link(accountId, id),
  })
  return {
    link,
    described,
    /** @throws upload.empty, upload.not-picture, picture.too-many */
    add: async (
      accountId: AccountId,
      { fileName, bytes }: IncomingPicture,
      alsoIn?: (tx: Db, picture: PictureRow) => Promise<void>,
    ): Promise<PictureRow> => {
      if (bytes.length === 0) throw new AppError('upload.empty')
      const type = insertablePicture(bytes)
      if (type === null) throw new AppError('upload.not-picture')
      const blob = await blobs.put(bytes)
      return database.transaction(async (tx) => {
        await lockOwnTexts(tx, accountId)
        if ((await countPictures(tx, accountId)) >= limits.ownPictures)
          throw new AppError('picture.too-many', { max: String(limits.ownPictures) })
        await retainBlobs(tx, [blob])
        const row = await insertPicture(tx, accountId, {
          blob: blob.hash,
          size: blob.size,
          fileName: fileNameOf(fileName),
          type,
          contentId: `${randomUUID()}@hongyan`,
        })
        await alsoIn?.(tx, row)
        return row
      })
    },
    /** The pictures that a text shows. @throws item.not-found when one is not the account's */
    shownIn: async (db: Db, accountId: AccountId, html: string): Promise<PictureRow[]> => {
      const wanted = [...referencedIds(html)]
      const rows = await picturesByContentId(db, accountId, wanted)
      if (rows.length < wanted.length) throw new AppError('item.not-found')
      return rows
    },
    find: (accountId: AccountId, ids: readonly number[]) => picturesById(database, accountId, ids),
    load: async (accountId: AccountId, ids: readonly number[]): Promise<OwnTextFile[]> => {
      const rows = await picturesById(database, accountId, ids)
      const bytes = rows.reduce((sum, { size }) => sum + size, 0)
      if (bytes > 0) await holdForRequest(bytesInMemory(), bytes)
      return Promise.all(
        rows.map(async ({ fileName, type, contentId, blob }) => ({
          fileName,
          type,
          contentId,
          bytes: await blobs.get(blob),
        })),
      )
    },
    /** @throws link.invalid */
    open: async (signed: string): Promise<{ bytes: Buffer; type: string }> => {
      const read = ticket.safeParse(signer.read(signed))
      if (!read.success) throw new AppError('link.invalid')
      const { account, picture } = read.data
      const [row] = await picturesById(database, asId<AccountId>(account), [picture])
      if (!row) throw new AppError('link.invalid')
      return { bytes: await blobs.get(row.blob), type: row.type }
    },
    /** Housekeeping, to be run every day by one process. */
    sweep: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - unusedMs)
      for (let count = sweepAtOnce; count === sweepAtOnce; ) {
        count = await database.transaction(async (tx) => {
          const released = await sweepPictures(tx, before, sweepAtOnce)
          await releaseBlobs(tx, released)
          return released.length
        })
      }
    },
  }
}

import { createHash } from 'node:crypto'
import { drawableType } from '@hongyan/mime/picture-size'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { createGate } from '../../platform/gate.ts'
import type { AccountId } from '../../platform/ids.ts'
import { stepByStep } from '../../platform/in-turns.ts'
import { FetchRefused, type GuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { remotePictures } from './html-findings.ts'
import { type KeptPicture, keepPicture, keptPicture } from './reader.queries.ts'

/** Largest remote picture, in bytes. */
const maxBytes = 5 * 1024 * 1024
const maxRedirects = 3
/** Strangers' servers asked at once by this process, and for one mail. */
const atOnce = { total: 12, share: 6 }
/** One server asked at once for one mail: a good picture must not wait behind a hundred of a server that is silent. */
const ofOneServer = { total: 10_000, share: 3 }
/** What could not be had is asked for again after this time, in ms. */
const refusalLife = 3_600_000
/** Addresses behind keys that this process remembers; others are read from their message again. */
const maxRemembered = 5_000

export interface ProxiedPicture {
  bytes: Buffer
  type: string
}

/**
 * Remote pictures of mails, seen only through us: the sender learns neither who reads nor from where nor how often.
 * A ticket holds a key, not an address: what is fetched is always written in the message (no open proxy).
 */
export type PictureProxy = ReturnType<typeof createPictureProxy>

interface Options {
  database: Database
  mailstore: Mailstore
  web: GuardedFetch
  clock: Clock
}

export function createPictureProxy({ database, mailstore, web, clock }: Options) {
  const addresses = new Map<string, string>()
  const underWay = new Map<string, Promise<KeptPicture>>()
  const gate = createGate(atOnce)
  const servers = createGate(ofOneServer)

  const remember = (url: string): string => {
    if (addresses.size > maxRemembered) addresses.clear()
    const key = keyOf(url)
    addresses.set(key, url)
    return key
  }
  const addressOf = async (row: StoredMessage, key: string): Promise<string> => {
    const known = addresses.get(key)
    if (known !== undefined) return known
    const { content } = await mailstore.open(row)
    const pictures = await stepByStep(remotePictures(content.html ?? ''))
    const url = pictures.find((one) => remember(one) === key)
    if (url === undefined) throw new AppError('picture.unavailable')
    return url
  }

  const fetchPicture = async (url: string, mail: string): Promise<KeptPicture> => {
    const fetchedAt = clock.now()
    const nothing = { bytes: null, type: '', fetchedAt }
    try {
      const ask = () => web.fetch({ url, method: 'GET', accept: 'image/*', maxBytes, maxRedirects })
      const { status, bytes } = await servers.run(() => gate.run(ask, { who: mail }), {
        who: `${mail} ${new URL(url).host}`,
      })
      const type = status === 200 ? drawableType(bytes) : null
      return type === null ? nothing : { bytes, type, fetchedAt }
    } catch (thrown) {
      if (!(thrown instanceof FetchRefused)) throw thrown
      return nothing
    }
  }

  const load = async (row: StoredMessage, accountId: AccountId, url: string) => {
    const key = createHash('sha256').update(url).digest()
    const kept = await keptPicture(database, accountId, key)
    const age = kept ? clock.now().getTime() - kept.fetchedAt.getTime() : 0
    if (kept && (kept.bytes !== null || age < refusalLife)) return kept
    const picture = await fetchPicture(url, `${accountId} ${row.id}`)
    await keepPicture(database, accountId, { key, picture })
    return picture
  }

  return {
    /** Keys of the pictures that a mail's HTML names, with their addresses. */
    keysOf: async (html: string) =>
      (await stepByStep(remotePictures(html))).map((url) => ({ url, key: remember(url) })),
    /** @throws picture.unavailable with no word about why */
    open: async (
      row: StoredMessage,
      accountId: AccountId,
      key: string,
    ): Promise<ProxiedPicture> => {
      const url = await addressOf(row, key)
      const job = `${accountId} ${key}`
      let loading = underWay.get(job)
      if (!loading) {
        loading = load(row, accountId, url).finally(() => underWay.delete(job))
        underWay.set(job, loading)
      }
      const { bytes, type } = await loading
      if (bytes === null) throw new AppError('picture.unavailable')
      return { bytes, type }
    },
  }
}

const keyOf = (url: string): string => createHash('sha256').update(url).digest('base64url')

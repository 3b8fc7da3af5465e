/** What was stored: `hash` is the SHA-256 of the bytes as given, sizes are in bytes. */
export interface StoredBlob {
  hash: Buffer
  size: number
  /** What it takes in the store, compressed. */
  storedSize: number
  /** What it shares with others: it stands in the store once, whatever is before it. */
  body?: StoredBlob
}

/** A blob as the store lists it. */
export interface ListedBlob {
  hash: Buffer
  storedSize: number
  /** When it was stored, or put into quarantine. */
  at: Date
}

/** A content in pieces: `hash` and `size` are those of the whole, `pieces` may be asked for more than once. */
export interface PiecedContent {
  hash: Buffer
  size: number
  pieces(): AsyncIterable<Buffer>
}

/** A large content of which others have all but the first bytes. */
export interface SharedContent {
  bytes: Uint8Array
  /** So many bytes are its own. */
  head: number
}

export type BlobState = 'ok' | 'missing' | 'corrupt'

/**
 * Contents by their SHA-256, compressed, never changed. What `put` returned survives a power cut.
 *
 * Nothing is deleted at once: collectGarbage (blob-gc.ts) moves a blob that no row names to quarantine, looks
 * again later, and then restores or purges it. Reading falls back to quarantine.
 */
export interface BlobStore {
  /** @throws BlobStoreFull when there is no room */
  put(bytes: Uint8Array): Promise<StoredBlob>
  /** Many at once, answered in their order; much faster than one by one. All or an error. */
  putMany(list: readonly Uint8Array[]): Promise<StoredBlob[]>
  /**
   * Stores a content whose first bytes are its own and whose rest others have too: the rest is stored once. Read as any
   * other. @throws BlobStoreFull
   */
  putShared(content: SharedContent): Promise<StoredBlob>
  /** Stores what is too large to be in memory at once, a piece at a time. @throws BlobStoreFull */
  putPieces(content: PiecedContent): Promise<StoredBlob>
  /** @throws BlobMissing when it is not there, BlobCorrupt when it cannot be unpacked */
  get(hash: Uint8Array): Promise<Buffer>
  /** Small contents at once, much faster than one by one. Null for what is not to be had so: `get` gives it, or says why not. */
  getMany(hashes: readonly Uint8Array[]): Promise<(Buffer | null)[]>
  /**
   * What `get` gives, a piece at a time: a mail of 50 MB is read in a few megabytes of memory. Who wants no more leaves the
   * loop. @throws as `get`; a damaged one may give pieces before it does
   */
  getPieces(hash: Uint8Array): AsyncGenerator<Buffer>
  has(hash: Uint8Array): Promise<boolean>
  /** Reads it whole and compares the hash. */
  check(hash: Uint8Array): Promise<BlobState>
  /** Every stored blob, quarantine left out, in no order. */
  each(): AsyncIterable<ListedBlob>
  quarantine(hash: Uint8Array): Promise<void>
  listQuarantined(): AsyncIterable<ListedBlob>
  /** Out of quarantine, back to its place. */
  restore(hash: Uint8Array): Promise<void>
  /** Deletes it from quarantine, for good. */
  purge(hash: Uint8Array): Promise<void>
}

/** There is no room for more (ENOSPC, EDQUOT, 507): temporary trouble, SMTP answers 452 4.3.1. */
export class BlobStoreFull extends Error {
  constructor(cause: unknown) {
    super('the blob store is full', { cause })
    this.name = 'BlobStoreFull'
  }
}

export class BlobMissing extends Error {
  constructor(hash: Uint8Array) {
    super(`blob ${Buffer.from(hash).toString('hex')} is missing`)
    this.name = 'BlobMissing'
  }
}

export class BlobCorrupt extends Error {
  constructor(hash: Uint8Array, cause?: unknown) {
    super(`blob ${Buffer.from(hash).toString('hex')} is corrupt`, { cause })
    this.name = 'BlobCorrupt'
  }
}

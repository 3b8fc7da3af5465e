import { createHash, randomBytes } from 'node:crypto'

/** An unguessable 256-bit token, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored in place of a token: a leaked database opens nothing. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

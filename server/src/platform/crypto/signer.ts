import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import { currentLogin } from '../actor.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { SessionId } from '../ids.ts'
import { jsonInTurns } from '../json/json-in-turns.ts'

/** What a ticket says. */
export interface Ticket {
  /** The login in whose request it was made: the ticket is good as long as that lives. Null: nobody was logged in. */
  by: SessionId | null
}

/** Makes and reads short-lived signed tickets: the calls that carry no token (G16) are safe by them. */
export interface Signer {
  /** @returns URL-safe text that holds `payload` until `ttlSeconds` have passed */
  sign(payload: object, ttlSeconds: number): string
  /** The payload, or null when the ticket was changed or is too old. */
  read(ticket: string): Ticket | null
  /** Tells whether two payloads are the same where the payload itself must not be kept; nobody can guess it without the key. */
  digest(payload: object): Promise<string>
}

/** @param key at least 32 bytes, the same in every process of the installation */
export function createSigner(key: Buffer, clock: Clock): Signer {
  // Made once: a mail of a thousand files has two thousand links to sign.
  const secret = createSecretKey(key)
  const mac = (body: string) => createHmac('sha256', secret).update(body).digest()
  return {
    digest: async (payload) => {
      const sum = createHmac('sha256', secret).update('digest ')
      for await (const piece of jsonInTurns(payload)) sum.update(piece)
      return sum.digest('base64url')
    },
    sign: (payload, ttlSeconds) => {
      // Rounded up to the minute, so that the same file has the same address for a while and is cached.
      const until = (Math.ceil(clock.now().getTime() / 60_000) * 60 + ttlSeconds).toString(36)
      const body = Buffer.from(JSON.stringify({ ...payload, by: currentLogin(), until })).toString(
        'base64url',
      )
      return `${body}.${mac(body).toString('base64url')}`
    },
    read: (ticket) => {
      const [body = '', signature = ''] = ticket.split('.')
      const given = Buffer.from(signature, 'base64url')
      const right = mac(body)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Ticket & {
        until: string
      }
      return payload.by !== undefined &&
        Number.parseInt(payload.until, 36) * 1000 > clock.now().getTime()
        ? payload
        : null
    },
  }
}

/** A secret that every process of the installation shares; made by whoever asks first. */
export async function sharedSecret(db: Db, name: string): Promise<Buffer> {
  await db.run(
    sql`INSERT INTO secrets (name, value) VALUES (${name}, ${randomBytes(32)}) ON CONFLICT DO NOTHING`,
  )
  const [row] = await db.query<{ value: Buffer }>(
    sql`SELECT value FROM secrets WHERE name = ${name}`,
  )
  if (!row) throw new Error(`the secret ${name} could not be read`)
  return row.value
}

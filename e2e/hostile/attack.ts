import { request } from 'node:http'
import type { Api } from '../durability/api.ts'
import type { Tally } from './tally.ts'

/** Somebody with a login. */
export interface Person {
  address: string
  api: Api
  inbox: number
}

/** Somebody who runs the organisation, and what only they can set up for an attack. */
export interface Office {
  admin: Person
  /** The console's own port. */
  consolePort: number
  /** One more administrator: what is guessed about one keeps no other from work. */
  another(name: string): Promise<Office>
  /** The database, for what no door would let in at that size. */
  sql<T extends object = object>(text: string, values?: unknown[]): Promise<T[]>
}

/** Where a server is. */
export interface Doors {
  httpPort: number
  smtpPort: number
}

/** What an attack has to work with. */
export interface Means {
  product: Doors
  /** Persons of this attack's own: nobody else is one of them. */
  people: readonly Person[]
  tally: Tally
  effort: Effort
  /** Who runs the organisation; null where an attack is made without. */
  office: Office | null
  /** Where key and certificate of a server are that ours believes; null where none could be made. */
  certificates: string | null
}

/** How much of it is done: all of it, or a sample. */
export interface Effort {
  /** Every how many-th case. */
  every: number
  /** How long slow ones are let be slow, in ms; those that are cut earlier come again. */
  slowMs: number
}

/** Those of some cases that are done. */
export const someOf = <T>(list: readonly T[], { every }: Effort): T[] =>
  list.filter((_, index) => index % every === 0)

/** A kind of hostile deeds, done once from beginning to end. */
export interface Attack {
  name: string
  /** Logins that it needs. */
  people: number
  run(means: Means): Promise<void>
}

export interface Sending {
  method: string
  path: string
  token?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** Ends the request after so many ms. */
  patience?: number
}

/** Status of an answer that is read to its end; 0 when the connection was cut. */
export function statusOf({ product }: Pick<Means, 'product'>, sending: Sending): Promise<number> {
  const { method, path, token, headers = {}, body, patience = 120_000 } = sending
  return new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port: product.httpPort,
      method,
      path,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      timeout: patience,
    }
    const asked = request(options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('close', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('timeout', () => asked.destroy())
    // Cut while it was sending: the server had enough of it.
    asked.on('error', () => resolve(0))
    asked.end(body)
  })
}

/** A multipart body with one file. */
export function formOf(name: string, bytes: Buffer): { type: string; body: Buffer } {
  const head = `--hostile\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    type: 'multipart/form-data; boundary=hostile',
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--hostile--\r\n')]),
  }
}

/** Works through a list, so many at the same time. */
export async function inParallel<T>(
  list: readonly T[],
  atOnce: number,
  work: (one: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < list.length) {
      const index = next++
      await work(list[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

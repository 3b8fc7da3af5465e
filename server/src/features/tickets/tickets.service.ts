import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { normalAddress } from '../directory/directory.public.ts'
import type { Entering } from '../session/session.public.ts'
import { readJwt, type TicketClaims, writeJwt } from './jwt.ts'
import {
  insertSystem,
  personAt,
  removeSystem,
  sweepTickets,
  systems,
  useTicket,
} from './tickets.queries.ts'

/** A ticket lives so long at most (seconds), and ours so long. */
const longest = 300
const ours = 60
/** Clocks of two systems differ a little. */
const skew = 30

export type Tickets = ReturnType<typeof createTickets>

interface Options {
  database: Database
  clock: Clock
  /** Seals the secrets of the systems. */
  key: Buffer
  origin: string
}

/** Other systems of the organisation: whom they send here, and who goes there. */
export function createTickets({ database, clock, key, origin }: Options) {
  const about = (name: string) => `ticket client ${name}`
  const systemOf = async (name: string) =>
    (await systems(database)).find((one) => one.name === name) ?? null
  const secretOf = async (name: string): Promise<string | null> => {
    const system = await systemOf(name)
    return system && unseal(key, system.secret, about(name)).toString()
  }
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const isInTime = ({ iat, exp, aud }: TicketClaims): boolean =>
    aud === origin &&
    exp > seconds() &&
    iat <= seconds() + skew &&
    exp > iat &&
    exp - iat <= longest
  const read = async (ticket: string): Promise<TicketClaims | null> => {
    const said = await readJwt(ticket, secretOf)
    return said && isInTime(said) ? said : null
  }

  return {
    /** Whom a ticket names, and who says so; it is not used up. */
    look: async (ticket: string | undefined) => {
      const said = ticket === undefined ? null : await read(ticket)
      return { address: said ? normalAddress(said.sub) : '', system: said?.iss ?? '' }
    },
    /** Uses a ticket up. @throws ticket.refused, sso.unknown */
    spend: async (ticket: string): Promise<Entering> => {
      const said = await read(ticket)
      if (!said) throw new AppError('ticket.refused')
      const hash = createHash('sha256').update(`${said.iss} ${said.jti}`).digest()
      if ((await useTicket(database, hash, new Date(said.exp * 1000))) === 0)
        throw new AppError('ticket.refused')
      const who = await personAt(database, normalAddress(said.sub))
      if (!who) throw new AppError('sso.unknown')
      return { ...who, bySso: true }
    },
    systems: async () =>
      (await systems(database)).flatMap(({ name, url }) =>
        url === null ? [] : [{ system: name }],
      ),
    /** @throws ticket.no-system */
    authorize: async (name: string, address: string): Promise<{ url: string }> => {
      const [system, secret] = [await systemOf(name), await secretOf(name)]
      if (!system?.url || secret === null) throw new AppError('ticket.no-system')
      const [iat, exp] = [seconds(), seconds() + ours]
      const said = { iss: origin, sub: address, aud: name, iat, exp, jti: newToken() }
      const url = new URL(system.url)
      url.searchParams.set('uapticket', writeJwt(said, secret))
      return { url: url.href }
    },
    /** @returns its secret, which is shown once; a system that is there gets a new one */
    add: async (name: string, url: string | null): Promise<string> => {
      const secret = newToken()
      const sealed = seal(key, Buffer.from(secret), about(name))
      await insertSystem(database, { name, secret: sealed, url })
      return secret
    },
    remove: async (name: string): Promise<boolean> => (await removeSystem(database, name)) > 0,
    all: async () => (await systems(database)).map(({ name, url }) => ({ name, url })),
    sweep: () => sweepTickets(database),
  }
}

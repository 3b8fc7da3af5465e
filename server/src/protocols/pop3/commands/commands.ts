import { capa } from './capa.ts'
import type { Pop3Command } from './command.ts'
import { dele, noop, quit, rset } from './ending.ts'
import { listing, stat } from './listing.ts'
import { auth, pass, stls, user, utf8 } from './login.ts'
import { retr, top } from './retrieving.ts'

const known = new Map<string, Pop3Command>([
  ['CAPA', capa],
  ['STLS', stls],
  ['UTF8', utf8],
  ['USER', user],
  ['PASS', pass],
  ['AUTH', auth],
  ['STAT', stat],
  ['LIST', listing('bytes')],
  ['UIDL', listing('unique')],
  ['RETR', retr],
  ['TOP', top],
  ['DELE', dele],
  ['RSET', rset],
  ['NOOP', noop],
  ['QUIT', quit],
])

/** The command of a name in upper case. */
export const commandOf = (name: string): Pop3Command | null => known.get(name) ?? null

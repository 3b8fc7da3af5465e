import { wireString } from '../../../mailstore/outlines/wire-string.ts'
import { Refusal } from '../../shared/refusal.ts'
import { leave } from '../session.ts'
import { decodeUtf8 } from '../wire/mailbox-name.ts'
import type { ImapCommand } from './command.ts'

/** NOOP and CHECK: what changed meanwhile is told after every command. */
export const noop: ImapCommand = {
  for: 'all',
  run: (_, scan) => {
    scan.end()
    return {}
  },
}

export const logout: ImapCommand = {
  for: 'all',
  run: (session, scan) => {
    scan.end()
    session.output.send('* BYE Goodbye\r\n')
    session.leave()
    return {}
  },
}

const maxPairs = 30
const tooMuch = (): Error => new Refusal('Too much about oneself', 'LIMIT')

/** ID (RFC 2971): who the program is, and who we are. */
export const id: ImapCommand = {
  for: 'all',
  run: async (session, scan) => {
    scan.space()
    const text = () => (scan.skip('NIL') ? null : scan.string())
    const given = scan.skip('NIL') ? [] : scan.list(text, maxPairs * 2, tooMuch)
    scan.end()
    session.output.send(`* ID ("name" ${wireString('Hongyan')})\r\n`)
    session.programId = programIdOf(given)
    if (session.login) await session.deps.clientAccess.identify(session.login, session.programId)
    return {}
  },
}

const maxValue = 100

function programIdOf(given: readonly (string | null)[]): Record<string, string> {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < given.length; index += 2) {
    const value = decodeUtf8(given[index + 1] ?? '') ?? ''
    pairs.push([(given[index] ?? '').toLowerCase(), plainText(value).slice(0, maxValue)])
  }
  return Object.fromEntries(pairs)
}

const plainText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')

/** NAMESPACE (RFC 2342): one's own folders and no others. */
export const namespace: ImapCommand = {
  for: 'users',
  run: (session, scan) => {
    scan.end()
    session.output.send('* NAMESPACE (("" "/")) NIL NIL\r\n')
    return {}
  },
}

/** STARTTLS (RFC 9051 §6.2.1). Nothing that came before it counts after it. */
export const starttls: ImapCommand = {
  for: 'strangers',
  run: (session, scan) => {
    scan.end()
    if (session.isSecure()) throw new Refusal('TLS is there already')
    session.startTls()
    return { text: 'Begin TLS now' }
  },
}

/** CLOSE and UNSELECT (RFC 3691). */
export const unselect: ImapCommand = {
  for: 'selected',
  run: (session, scan) => {
    scan.end()
    leave(session)
    return {}
  },
}

/** IDLE (RFC 2177). */
export const idle: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    scan.end()
    const said = await session.idle()
    if (said?.toUpperCase() !== 'DONE') throw new Refusal('DONE was expected')
    return {}
  },
}

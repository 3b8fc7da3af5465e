import type { Viewer } from '../../../mailstore/types.ts'
import { Refusal } from '../answers.ts'
import type { Session } from '../session.ts'
import { delimiter, type Mailbox, mailboxesOf, specialUse, wireName } from '../tree.ts'
import { matchesPattern } from '../wire/list-pattern.ts'
import { decodeMailboxName } from '../wire/mailbox-name.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import type { ImapCommand } from './command.ts'
import { readStatusItems, type StatusItem, statusOf } from './status.ts'

const maxPatterns = 20

interface Request {
  only: readonly string[]
  reference: string
  patterns: readonly string[]
  status: readonly StatusItem[]
}

/**
 * LIST (RFC 9051 §6.3.9), with the options of RFC 6154 (special uses) and RFC 5819 (status); LSUB is the same for
 * folders that their owner sees in the menu: who unsubscribes hides it there.
 */
export const listing = (name: 'LIST' | 'LSUB'): ImapCommand => ({
  for: 'users',
  run: async (session, scan) => {
    const request = readRequest(scan, name)
    if (name === 'LIST' && request.patterns.length === 1 && request.patterns[0] === '') {
      session.output.send(`* LIST (\\Noselect) "${delimiter}" ""\r\n`)
      return {}
    }
    const { viewer, list } = await mailboxesOf(session)
    const subscribedOnly = name === 'LSUB' || request.only.includes('SUBSCRIBED')
    const found = list.filter(
      (one) =>
        (!subscribedOnly || !one.folder.hidden) &&
        (!request.only.includes('SPECIAL-USE') || useOf(one) !== '') &&
        request.patterns.some((pattern) => matchesPattern(request.reference + pattern, one.path)),
    )
    await tell(session, { name, found, viewer, status: request.status, subscribedOnly })
    return {}
  },
})

interface Telling {
  name: string
  found: readonly Mailbox[]
  viewer: Viewer
  status: readonly StatusItem[]
  subscribedOnly: boolean
}

async function tell(
  session: Session,
  { name, found, viewer, status, subscribedOnly }: Telling,
): Promise<void> {
  const position = (await session.deps.mailstore.state(viewer.accountId))?.modseq ?? 1
  for (const one of found) {
    const attributes = [
      one.hasChildren ? '\\HasChildren' : '\\HasNoChildren',
      useOf(one),
      subscribedOnly && name === 'LIST' ? '\\Subscribed' : '',
    ].filter(Boolean)
    session.output.send(
      `* ${name} (${attributes.join(' ')}) "${delimiter}" ${wireName(one.path)}\r\n`,
    )
    if (status.length === 0) continue
    const values = await statusOf(session, { viewer, mailbox: one, items: status, position })
    session.output.send(`* STATUS ${wireName(one.path)} (${values})\r\n`)
  }
}

const useOf = ({ folder }: Mailbox): string => (folder.role ? specialUse[folder.role] : '')

function readRequest(scan: Scanner, name: string): Request {
  scan.space()
  const isExtended = name === 'LIST' && scan.peek() === '('
  const only = isExtended ? scan.list(() => scan.word()) : []
  if (only.some((one) => !['SUBSCRIBED', 'SPECIAL-USE', 'REMOTE'].includes(one)))
    throw new WireError('unknown option')
  if (isExtended) scan.space()
  const reference = nameOf(scan.astring())
  scan.space()
  const isList = name === 'LIST' && scan.peek() === '('
  const patterns = isList ? scan.list(() => scan.pattern()) : [scan.pattern()]
  if (patterns.length > maxPatterns) throw new Refusal('Too many patterns', 'LIMIT')
  const status = name === 'LIST' && scan.skip(' RETURN ') ? readReturn(scan) : []
  scan.end()
  return { only, reference, patterns: patterns.map(nameOf), status }
}

/** SUBSCRIBED, CHILDREN and SPECIAL-USE are told as it is; STATUS brings its items. */
function readReturn(scan: Scanner): StatusItem[] {
  const status: StatusItem[] = []
  scan.list(() => {
    const word = scan.word()
    if (word === 'STATUS') {
      scan.space()
      status.push(...readStatusItems(scan))
    } else if (!['SUBSCRIBED', 'CHILDREN', 'SPECIAL-USE'].includes(word))
      throw new WireError('unknown option')
  })
  return status
}

function nameOf(bytes: string): string {
  const name = decodeMailboxName(bytes)
  if (name === null || name.length > 1_000) throw new Refusal('This is no mailbox name', 'CANNOT')
  return name.normalize('NFC')
}

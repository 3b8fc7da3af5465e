import { normalForm } from '@hongyan/contract/normal-form'
import type { Viewer } from '../../../mailstore/types.ts'
import { inSteps } from '../../../platform/sort-in-turns.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Session } from '../session.ts'
import { delimiter, type Mailbox, mailboxesOf, specialUse, wireName } from '../tree.ts'
import { matchesPattern } from '../wire/list-pattern.ts'
import { decodeMailboxName } from '../wire/mailbox-name.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import type { ImapCommand } from './command.ts'
import { readStatusItems, type StatusItem, statusOf } from './status.ts'

const maxPatterns = 20
const maxOptions = 20
/** A step of matching: about a microsecond. */
const charactersInStep = 10

interface Request {
  /** A form that no older program uses (RFC 5258): an empty pattern asks for nothing there. */
  isExtended: boolean
  only: readonly string[]
  reference: string
  patterns: readonly string[]
  status: readonly StatusItem[]
  /** Whether it is told who is subscribed. */
  tellsSubscribed: boolean
}

/**
 * LIST (RFC 9051 §6.3.9), with the options of RFC 5258, RFC 6154 (special uses) and RFC 5819 (status); LSUB is the same for
 * folders that their owner sees in the menu: who unsubscribes hides it there.
 */
export const listing = (name: 'LIST' | 'LSUB'): ImapCommand => ({
  for: 'users',
  run: async (session, scan) => {
    const request = readRequest(scan, name)
    const { patterns } = request
    if (name === 'LIST' && !request.isExtended && patterns.length === 1 && patterns[0] === '') {
      session.output.send(`* LIST (\\Noselect) "${delimiter}" ""\r\n`)
      return {}
    }
    const { viewer, list } = await mailboxesOf(session)
    const fitting = await fittingOf(list, request)
    const found = list.flatMap((one): Found[] => {
      if (!fitting.has(one)) return []
      const isChosen = chosen(request.only, one)
      const below =
        (name === 'LSUB' ? !isChosen : request.only.includes('RECURSIVEMATCH')) &&
        hasChosenBelow(one, { list, fitting, only: request.only })
      return isChosen || below ? [{ ...one, isChosen, hasMore: below }] : []
    })
    await tell(session, { name, found, viewer, ...request })
    return {}
  },
})

/** A mailbox that is told. */
interface Found extends Mailbox {
  /** False: it is told of those below it alone. */
  isChosen: boolean
  /** Below it are subscribed ones that no pattern names: said as CHILDINFO. */
  hasMore: boolean
}

const chosen = (only: readonly string[], one: Mailbox): boolean =>
  (!only.includes('SUBSCRIBED') || !one.folder.hidden) &&
  (!only.includes('SPECIAL-USE') || useOf(one) !== '')

/** RFC 5258 §3.5: not those that a pattern names anyway. */
const hasChosenBelow = (
  { path }: Mailbox,
  {
    list,
    fitting,
    only,
  }: Pick<Request, 'only'> & {
    list: readonly Mailbox[]
    fitting: ReadonlySet<Mailbox>
  },
): boolean =>
  list.some(
    (one) => !fitting.has(one) && one.path.startsWith(path + delimiter) && chosen(only, one),
  )

/** Those that a pattern names. A pattern of many wildcards walks through a name many times: others are served meanwhile. */
async function fittingOf(
  list: readonly Mailbox[],
  { patterns, reference }: Request,
): Promise<ReadonlySet<Mailbox>> {
  const pause = inSteps()
  const fitting = new Set<Mailbox>()
  for (const one of list) {
    for (const pattern of patterns) {
      if (fitting.has(one)) break
      const whole = reference + pattern
      await pause(Math.ceil((whole.length * one.path.length) / charactersInStep))
      if (matchesPattern(whole, one.path)) fitting.add(one)
    }
  }
  return fitting
}

interface Telling extends Pick<Request, 'status' | 'tellsSubscribed'> {
  name: string
  found: readonly Found[]
  viewer: Viewer
}

async function tell(session: Session, telling: Telling): Promise<void> {
  const { name, found, viewer, status, tellsSubscribed } = telling
  const position = (await session.deps.mailstore.state(viewer.accountId))?.modseq ?? 1
  for (const one of found) {
    // RFC 3501 §6.3.9: LSUB of a pattern that ends in % tells of a mailbox above subscribed ones that way.
    const attributes = [
      name === 'LSUB' && !one.isChosen ? '\\Noselect' : '',
      one.hasChildren ? '\\HasChildren' : '\\HasNoChildren',
      useOf(one),
      tellsSubscribed && !one.folder.hidden ? '\\Subscribed' : '',
    ].filter(Boolean)
    const more = one.hasMore && name === 'LIST' ? ' ("CHILDINFO" ("SUBSCRIBED"))' : ''
    session.output.send(
      `* ${name} (${attributes.join(' ')}) "${delimiter}" ${wireName(session, one.path)}${more}\r\n`,
    )
    if (status.length === 0) continue
    const values = await statusOf(session, { viewer, mailbox: one, items: status, position })
    session.output.send(`* STATUS ${wireName(session, one.path)} (${values})\r\n`)
  }
}

const useOf = ({ folder }: Mailbox): string => (folder.role ? specialUse[folder.role] : '')

const choices = ['SUBSCRIBED', 'SPECIAL-USE', 'REMOTE', 'RECURSIVEMATCH']

const tooMany = (): Error => new Refusal('Too many patterns', 'LIMIT')

function readRequest(scan: Scanner, name: string): Request {
  scan.space()
  const hasChoices = name === 'LIST' && scan.peek() === '('
  const only = hasChoices ? scan.list(() => scan.word(), maxOptions) : []
  if (only.some((one) => !choices.includes(one))) throw new WireError('unknown option')
  // RFC 5258 §3: it says where to look for what another option chooses.
  if (only.includes('RECURSIVEMATCH') && !only.includes('SUBSCRIBED'))
    throw new WireError('RECURSIVEMATCH goes with SUBSCRIBED')
  if (hasChoices) scan.space()
  const reference = nameOf(scan.astring(), scan)
  scan.space()
  const isList = name === 'LIST' && scan.peek() === '('
  const patterns = isList ? scan.list(() => scan.pattern(), maxPatterns, tooMany) : [scan.pattern()]
  if (patterns.length === 0) throw new WireError('pattern expected')
  const hasReturn = name === 'LIST' && scan.skip(' RETURN ')
  const returned = hasReturn ? readReturn(scan) : { status: [], tellsSubscribed: false }
  scan.end()
  return {
    isExtended: hasChoices || isList,
    only: name === 'LSUB' ? ['SUBSCRIBED'] : only,
    reference,
    patterns: patterns.map((one) => patternOf(one, scan)),
    status: returned.status,
    tellsSubscribed: returned.tellsSubscribed || only.includes('SUBSCRIBED'),
  }
}

/** CHILDREN and SPECIAL-USE are told as it is; STATUS brings its items. */
function readReturn(scan: Scanner): { status: StatusItem[]; tellsSubscribed: boolean } {
  const status = new Set<StatusItem>()
  let tellsSubscribed = false
  scan.list(() => {
    const word = scan.word()
    if (word === 'STATUS') {
      scan.space()
      for (const item of readStatusItems(scan)) status.add(item)
    } else if (word === 'SUBSCRIBED') tellsSubscribed = true
    else if (!['CHILDREN', 'SPECIAL-USE'].includes(word)) throw new WireError('unknown option')
  }, maxOptions)
  return { status: [...status], tellsSubscribed }
}

/** What is no name matches none: that is no reason to refuse the question. */
const patternOf = (bytes: string, scan: Scanner): string =>
  decodeMailboxName(bytes, scan) === null ? '\0' : nameOf(bytes, scan)

function nameOf(bytes: string, scan: Scanner): string {
  const name = decodeMailboxName(bytes, scan)
  if (name === null || name.length > 1_000) throw new Refusal('This is no mailbox name', 'CANNOT')
  return normalForm(name, 'NFC')
}

import type { Random } from '../random.ts'
import {
  type MailboxState,
  type ModelFolder,
  type ModelRow,
  otherFolder,
  tidyFlags,
} from './mailbox-model.ts'

/** Something that a program does, and what is so when it is done. */
export interface Step {
  kind: 'append' | 'copy' | 'move' | 'store' | 'expunge' | 'pop'
  folder: ModelFolder
  command: string
  after: MailboxState
  /** For `pop`: the numbers that are deleted. */
  numbers: number[]
}

const flagNames = ['\\Seen', '\\Flagged', '\\Answered', '$Work']
const marked = '\\Deleted'
/** A folder that has more is emptied first. */
const mostRows = 40

/** The next step of a program that knows its whole mailbox. */
export function nextStep(state: MailboxState, random: Random, token: () => string): Step {
  const folder: ModelFolder = random.below(2) === 0 ? 'INBOX' : 'b'
  const rows = state[folder]
  if (rows.some(({ flags }) => flags.includes(marked))) return expunge(state, folder)
  if (rows.length < 6) return append(state, folder, { random, token })
  const chosen = pick(rows, rows.length > mostRows ? rows.length : 12, random)
  const dice = random.below(10)
  if (rows.length > mostRows || dice === 0) return store(state, folder, { chosen, flag: marked })
  if (dice < 3) return append(state, folder, { random, token })
  if (dice < 5) return copy(state, folder, chosen)
  if (dice < 7) return move(state, folder, chosen)
  if (dice < 9)
    return store(state, folder, { chosen, flag: flagNames[random.below(flagNames.length)] ?? '' })
  return pop(state, pick(state.INBOX, 6, random))
}

const pick = (rows: readonly ModelRow[], most: number, random: Random): ModelRow[] => {
  const count = 1 + random.below(Math.min(most, rows.length))
  const from = random.below(rows.length - count + 1)
  return rows.slice(from, from + count)
}

const setOf = (rows: readonly ModelRow[]): string => rows.map(({ uid }) => uid).join(',')

function append(
  state: MailboxState,
  folder: ModelFolder,
  { random, token }: { random: Random; token: () => string },
): Step {
  const added: ModelRow[] = []
  let command = `APPEND ${folder}`
  const most = random.below(4) === 0 ? 3 : 1
  for (let count = 0; count < most; count++) {
    const name = token()
    const flags = random.below(2) === 0 ? '\\Seen' : ''
    const size = Math.round(100 * 3_000 ** random.next())
    const raw = `From: a@other.test\r\nSubject: ${name}\r\nMessage-ID: <${name}@other.test>\r\n\r\n${'text '.repeat(size / 5)}\r\n`
    command += ` (${flags}) {${raw.length}+}\r\n${raw}`
    added.push({ uid: null, token: name, flags })
  }
  const after = { ...state, [folder]: [...state[folder], ...added] }
  return { kind: 'append', folder, command, after, numbers: [] }
}

function copy(state: MailboxState, folder: ModelFolder, chosen: readonly ModelRow[]): Step {
  const to = otherFolder(folder)
  const after = { ...state, [to]: [...state[to], ...chosen.map((row) => ({ ...row, uid: null }))] }
  return { kind: 'copy', folder, command: `UID COPY ${setOf(chosen)} ${to}`, after, numbers: [] }
}

function move(state: MailboxState, folder: ModelFolder, chosen: readonly ModelRow[]): Step {
  const to = otherFolder(folder)
  const after = { ...copy(state, folder, chosen).after }
  after[folder] = state[folder].filter((row) => !chosen.includes(row))
  return { kind: 'move', folder, command: `UID MOVE ${setOf(chosen)} ${to}`, after, numbers: [] }
}

function store(
  state: MailboxState,
  folder: ModelFolder,
  { chosen, flag }: { chosen: readonly ModelRow[]; flag: string },
): Step {
  const rows = state[folder].map((row) =>
    chosen.includes(row) && !row.flags.split(' ').includes(flag)
      ? { ...row, flags: tidyFlags(`${row.flags} ${flag}`) }
      : row,
  )
  const command = `UID STORE ${setOf(chosen)} +FLAGS (${flag})`
  return { kind: 'store', folder, command, after: { ...state, [folder]: rows }, numbers: [] }
}

function expunge(state: MailboxState, folder: ModelFolder): Step {
  const rows = state[folder].filter(({ flags }) => !flags.includes(marked))
  const after = { ...state, [folder]: rows }
  return { kind: 'expunge', folder, command: 'EXPUNGE', after, numbers: [] }
}

/** Deletion by POP3, which happens with QUIT (RFC 1939 §6). */
function pop(state: MailboxState, chosen: readonly ModelRow[]): Step {
  const rows = state.INBOX.filter((row) => !chosen.includes(row))
  const numbers = chosen.map((row) => state.INBOX.indexOf(row) + 1)
  return { kind: 'pop', folder: 'INBOX', command: '', after: { ...state, INBOX: rows }, numbers }
}

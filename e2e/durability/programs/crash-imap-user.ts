import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { nextStep, type Step } from './crash-imap-steps.ts'
import {
  differenceOf,
  type FolderFacts,
  isSame,
  type MailboxState,
  type ModelFolder,
  type ModelRow,
  modelFolders,
  tidyFlags,
} from './mailbox-model.ts'
import { type ImapLine, imapIn, isDone, popDeletes } from './program-line.ts'

interface Options {
  address: string
  code: string
  ports: { imap: number; pop: number }
  random: Random
  report: { done: Map<string, number>; cut: Map<string, number>; wrong: string[] }
}

/** A person whose programs are the only ones that touch the mailbox: so it is known what must be in it. */
export interface ImapUser {
  begin(): Promise<void>
  /** Step after step, until one is not answered or it is told to stop. */
  work(): Promise<void>
  stop(): void
  /** Looks at everything and compares it with what was answered. */
  look(round: number): Promise<void>
}

export function createImapUser({ address, code, ports, random, report }: Options): ImapUser {
  let state: MailboxState = { INBOX: [], b: [] }
  let pending: Step | null = null
  let isStopped = false
  let tokens = 0
  const facts = new Map<ModelFolder, FolderFacts>()
  const token = (): string => `${address.split('@')[0]}-${++tokens}`
  const count = (map: Map<string, number>, key: string): void =>
    void map.set(key, (map.get(key) ?? 0) + 1)
  const enter = async (): Promise<ImapLine> => {
    // The door opens a moment after the server says that it is ready, and anew after its database.
    for (let tries = 0; ; tries++) {
      const line = await imapIn(ports.imap, address, code).catch((thrown: unknown) => {
        if (tries > 100) throw thrown
        return null
      })
      if (line) return line
      await delay(100)
    }
  }

  /** @returns what came; null when it was not done, or nobody knows */
  const doStep = async (
    line: ImapLine,
    { kind, command, numbers }: Step,
  ): Promise<string | null> => {
    if (kind === 'pop') {
      const isGone = await popDeletes(ports.pop, { user: address, password: code }, numbers)
      return isGone ? line.ask('NOOP') : null
    }
    const said = await line.ask(command)
    return isDone(said) ? said : null
  }
  const workOn = async (line: ImapLine): Promise<void> => {
    let selected: ModelFolder | null = null
    while (!isStopped) {
      const step = nextStep(state, random, token)
      if (selected !== step.folder && !isDone(await line.ask(`SELECT ${step.folder}`))) return
      selected = step.folder
      pending = step
      const said = await doStep(line, step)
      if (said === null) return
      pending = null
      state = withUids(step, said)
      count(report.done, step.kind)
    }
  }

  return {
    begin: async () => {
      const line = await enter()
      await line.ask('CREATE b')
      line.close()
    },
    work: async () => {
      isStopped = false
      const line = await imapIn(ports.imap, address, code).catch(() => null)
      // Killed before it was in.
      if (!line) return
      await workOn(line).catch(() => undefined)
      line.close()
    },
    stop: () => {
      isStopped = true
    },
    look: async (round) => {
      const line = await enter()
      const found = { INBOX: [] as ModelRow[], b: [] as ModelRow[] }
      for (const folder of modelFolders) {
        const { rows, facts: now } = await readFolder(line, folder)
        found[folder] = rows
        const wrong = wrongOf(now, { rows, before: facts.get(folder) ?? null })
        report.wrong.push(...wrong.map((one) => `round ${round} ${address} ${folder}: ${one}`))
        facts.set(folder, now)
      }
      line.close()
      const isBefore = isSame(found, state)
      const isAfter = pending !== null && isSame(found, pending.after)
      if (pending) count(report.cut, `${pending.kind} ${isAfter ? 'is done' : 'is not done'}`)
      if (!isBefore && !isAfter) {
        const wanted = pending ? ` or after ${pending.command.slice(0, 80)}` : ''
        report.wrong.push(`round ${round} ${address}: ${differenceOf(found, state)}${wanted}`)
      }
      pending = null
      state = found
    },
  }
}

/** The UIDs that the answer tells (RFC 4315, RFC 6851 §4.3); a folder's rows stand in the order of their UIDs. */
function withUids({ kind, after }: Step, said: string): MailboxState {
  const told =
    kind === 'append'
      ? /\[APPENDUID \d+ ([\d:,]+)\]/.exec(said)?.[1]
      : /\[COPYUID \d+ [\d:,]+ ([\d:,]+)\]/.exec(said)?.[1]
  const uids = told ? numbersOf(told) : []
  const filled = (rows: readonly ModelRow[]): ModelRow[] =>
    rows.map((row) => (row.uid === null ? { ...row, uid: uids.shift() ?? null } : row))
  return { INBOX: filled(after.INBOX), b: filled(after.b) }
}

function numbersOf(set: string): number[] {
  return set.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split(':').map(Number)
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
}

async function readFolder(
  line: ImapLine,
  folder: ModelFolder,
): Promise<{ rows: ModelRow[]; facts: FolderFacts }> {
  const status = await line.ask(`STATUS ${folder} (UIDVALIDITY UIDNEXT HIGHESTMODSEQ MESSAGES)`)
  const figure = (name: string): number =>
    Number(new RegExp(`${name} (\\d+)`).exec(status)?.[1] ?? Number.NaN)
  await line.ask(`EXAMINE ${folder}`)
  const said = await line.ask('UID FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])')
  const rows: ModelRow[] = []
  for (const part of said.split(/(?=^\* \d+ FETCH )/m)) {
    const uid = Number(/UID (\d+)/.exec(part)?.[1] ?? 0)
    const token = /^Subject: (\S+)/m.exec(part)?.[1]
    if (!uid || token === undefined) continue
    rows.push({ uid, token, flags: tidyFlags(/FLAGS \(([^)]*)\)/.exec(part)?.[1] ?? '') })
  }
  rows.sort((one, other) => (one.uid ?? 0) - (other.uid ?? 0))
  const facts = {
    validity: figure('UIDVALIDITY'),
    uidNext: figure('UIDNEXT'),
    modseq: figure('HIGHESTMODSEQ'),
    names: new Map<number, string>(),
  }
  return { rows, facts: { ...facts, names: new Map(rows.map((row) => [row.uid ?? 0, row.token])) } }
}

/** What may never be: another validity, figures that go back, a UID that names something else. */
function wrongOf(
  now: FolderFacts,
  { rows, before }: { rows: readonly ModelRow[]; before: FolderFacts | null },
): string[] {
  const uids = rows.map(({ uid }) => uid ?? 0)
  const above = uids.filter((uid) => uid >= now.uidNext)
  const wrong = above.map((uid) => `UID ${uid} above UIDNEXT`)
  if (!before) return wrong
  if (now.validity !== before.validity) wrong.push('another UIDVALIDITY')
  if (!(now.uidNext >= before.uidNext)) wrong.push(`UIDNEXT ${before.uidNext} → ${now.uidNext}`)
  if (!(now.modseq >= before.modseq)) wrong.push(`HIGHESTMODSEQ ${before.modseq} → ${now.modseq}`)
  for (const uid of uids) {
    const [known, name] = [before.names.get(uid), now.names.get(uid)]
    if (known === undefined ? uid < before.uidNext : known !== name)
      wrong.push(`UID ${uid} named ${known ?? 'something'}, now ${name}`)
  }
  for (const [uid, name] of before.names) if (!now.names.has(uid)) now.names.set(uid, name)
  return wrong
}

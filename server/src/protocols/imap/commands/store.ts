import type { FlaggedMessage } from '../../../mailstore/messages/flags.queries.ts'
import type { FlagsSetting } from '../../../mailstore/messages/flags.ts'
import type { ProgramSetting } from '../../../mailstore/messages/for-programs.ts'
import type { MessageId } from '../../../platform/ids.ts'
import type { Done } from '../answers.ts'
import { flagList, readFlags } from '../flags.ts'
import { type LabelNames, labelNames, resolveLabels } from '../labels.ts'
import { inPieces } from '../pieces.ts'
import { type Session, viewerOf, writableOf } from '../session.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { lowerBound, type SequenceSet, writeSequenceSet } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'

interface Request extends Omit<FlagsSetting, 'ids'> {
  set: SequenceSet
  isSilent: boolean
}

const modes: Record<string, FlagsSetting['mode']> = { '': 'set', '+': 'add', '-': 'remove' }

/** STORE and UID STORE (RFC 9051 §6.4.6), on condition if wanted (RFC 7162 §3.1.3). */
export const storing = (by: 'uid' | 'sequence'): ImapCommand => ({
  for: 'selected',
  ...(by === 'sequence' ? { keepsNumbers: true as const } : {}),
  run: async (session, scan) => {
    const { set, isSilent, ...given } = readRequest(scan)
    const selected = writableOf(session)
    const setting = { ...given, ...(await namedLabels(session, given)) }
    if (setting.unchangedSince !== undefined) session.usesModseq = true
    const places = selected.places(set, by)
    const ids = places.flatMap((place) => selected.idAt(place) ?? [])
    const missed: number[] = []
    let left = ids.length
    let hasChanged = false
    await inPieces(ids, async (some) => {
      const { messages, modified, position } = await setFlags(session, some, setting)
      selected.known(messages, position)
      if (messages.length > 0) hasChanged = true
      left -= some.length
      const labels = await labelNames(session, messages)
      for (const message of messages) {
        if (!isSilent || session.usesModseq) tell(session, { message, labels, isSilent, by })
      }
      missed.push(...modified.map(({ uid }) => (by === 'uid' ? uid : numberOf(session, uid))))
      await session.output.flush()
      // What is read of changes is a piece each time too.
      if (left > 0) await selected.sync('keep')
    })
    return { ...(missed.length > 0 ? changedMeanwhile(missed) : {}), hasChanged }
  },
})

/** Labels among the keywords. None of them: labels stay, but where these flags shall be all. */
async function namedLabels(
  session: Session,
  { keywords, mode }: Omit<Request, 'set' | 'isSilent'>,
) {
  const resolved = await resolveLabels(session, keywords, { makes: mode !== 'remove' })
  const isMeant = resolved.labels.length > 0 || mode === 'set'
  return isMeant ? resolved : { keywords: resolved.keywords }
}

const setFlags = async (
  session: Session,
  ids: readonly MessageId[],
  setting: Omit<ProgramSetting, 'ids'>,
) =>
  session.deps.mailstore.programs.setFlags(
    { ...(await viewerOf(session)), from: writableOf(session).folderId },
    { ...setting, ids },
  )

function readRequest(scan: Scanner): Request {
  scan.space()
  const set = scan.sequenceSet()
  scan.space()
  let unchangedSince: number | undefined
  if (scan.skip('(UNCHANGEDSINCE ')) {
    unchangedSince = scan.number(Number.MAX_SAFE_INTEGER)
    if (!scan.skip(') ')) throw new WireError(') expected')
  }
  const sign = scan.skip('+') ? '+' : scan.skip('-') ? '-' : ''
  const word = scan.word()
  if (word !== 'FLAGS' && word !== 'FLAGS.SILENT') throw new WireError('FLAGS expected')
  scan.space()
  const given = readFlags(scan)
  scan.end()
  return {
    set,
    isSilent: word === 'FLAGS.SILENT',
    mode: modes[sign] ?? 'set',
    ...given,
    ...(unchangedSince === undefined ? {} : { unchangedSince }),
  }
}

interface Telling {
  message: FlaggedMessage
  labels: LabelNames
  isSilent: boolean
  by: 'uid' | 'sequence'
}

function tell(session: Session, { message, labels, isSilent, by }: Telling): void {
  const place = numberOf(session, message.uid)
  const parts = [
    ...(by === 'uid' || session.usesModseq ? [`UID ${message.uid}`] : []),
    ...(isSilent ? [] : [`FLAGS ${flagList(message, labels)}`]),
    ...(session.usesModseq ? [`MODSEQ (${message.modseq})`] : []),
  ]
  session.output.send(`* ${place} FETCH (${parts.join(' ')})\r\n`)
}

const numberOf = (session: Session, uid: number): number =>
  lowerBound(session.selected?.uids() ?? [], uid) + 1

/** RFC 7162 §3.1.3: those that changed meanwhile are named. */
const changedMeanwhile = (numbers: readonly number[]): Done => ({
  code: `MODIFIED ${writeSequenceSet(numbers)}`,
  text: 'Some changed meanwhile',
})

import type { ProgramStore } from '../../mailstore/mailstore.ts'
import type { Viewer } from '../../mailstore/types.ts'
import type { FolderId } from '../../platform/ids.ts'
import { createFlagStates, type FlagStates } from './flag-states.ts'
import { createNumbering, type Lists, listsOf } from './numbering.ts'

/** Mailboxes as programs opened them last, so that the next one reads what has changed since then and no more. */
export interface FolderViews {
  /** The messages of a folder at this position of the account's feed or later: lists that others have too. */
  open(viewer: Viewer, at: { folderId: FolderId; position: number }): Promise<Lists>
}

/** Some 32 bytes each; what is set on them counts as messages of as many bytes. */
const mostMessages = 250_000
const bytesPerMessage = 32
/** Who is further behind is read anew: that takes no longer. */
const mostChanges = 200

interface View {
  position: number
  lists: Lists
  states: FlagStates
}

const weightOf = ({ lists, states }: View): number =>
  lists.uids.length + Math.ceil(states.size() / bytesPerMessage)

/** A telephone comes back every few minutes, and the list of a large mailbox takes a tenth of a second to read. */
export function createFolderViews({ programs }: Pick<ProgramStore, 'programs'>): FolderViews {
  /** The one that was asked for last stands last. */
  const kept = new Map<string, View & { weight: number }>()
  let messages = 0
  const drop = (key: string): void => {
    messages -= kept.get(key)?.weight ?? 0
    kept.delete(key)
  }
  const keep = (key: string, view: View): void => {
    drop(key)
    const weight = weightOf(view)
    kept.set(key, { ...view, weight })
    messages += weight
    for (const first of kept.keys()) {
      if (messages <= mostMessages) return
      drop(first)
    }
  }
  const caughtUp = async (
    viewer: Viewer,
    { folderId, position }: { folderId: FolderId; position: number },
    known: View | undefined,
  ): Promise<View | null> => {
    if (!known || position - known.position > mostChanges) return null
    if (position <= known.position) return known
    const since = { folderId, modseq: known.position }
    const [vanished, changed] = await Promise.all([
      programs.vanishedSince(viewer, since),
      programs.changedSince(viewer, since),
    ])
    if (!vanished) return null
    const numbering = createNumbering(known.lists, known.states)
    numbering.remove(new Set(vanished))
    for (const message of changed) {
      const place = numbering.placeOf(message.uid)
      if (place < 0) numbering.add(message)
      else numbering.set(place, message)
    }
    return { position, lists: numbering.lists(), states: known.states }
  }
  return {
    open: async (viewer, at) => {
      const key = `${viewer.accountId}/${at.folderId}`
      const view =
        (await caughtUp(viewer, at, kept.get(key))) ?? (await readAnew(programs, viewer, at))
      keep(key, view)
      return view.lists
    },
  }
}

async function readAnew(
  programs: ProgramStore['programs'],
  viewer: Viewer,
  { folderId, position }: { folderId: FolderId; position: number },
): Promise<View> {
  const states = createFlagStates()
  return { position, lists: listsOf(await programs.numbers(viewer, folderId), states), states }
}

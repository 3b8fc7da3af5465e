import { onLineBack } from '../../../lib/line.ts'
import { onSessionEnd } from '../../../lib/session-end.ts'
import { holdComposer, isComposerAlive } from '../draft/compose-lock.ts'
import { forgetKept, keptFor, UploadGroup } from './upload-group.ts'

interface About {
  account: string
  composeKey: string
  draftId: number | null
}

/** Says to other windows that this one takes care of the uploads of a composer. */
const lockOf = (composeKey: string): string => `uploads-${composeKey}`
/** A page that is just going away may still hold its lock. */
const askAgainAfter = 3_000

const groups = new Map<UploadGroup, () => void>()

/** The uploads of a mail, those that went on while its screen was closed included. */
export function groupFor(about: About): UploadGroup {
  if (groups.size === 0) watchPage()
  for (const group of groups.keys()) {
    const isSame =
      group.composeKey === about.composeKey ||
      (about.draftId !== null && group.draftId === about.draftId)
    if (isSame && group.account === about.account) return group
  }
  const group = new UploadGroup(about)
  groups.set(group, holdComposer(lockOf(group.composeKey)))
  return group
}

/** True while files of this composer are on their way: then it is worth a draft. */
export const hasUploads = (composeKey: string): boolean =>
  [...groups.keys()].some((group) => group.composeKey === composeKey && group.isBusy)

/** The screen is closed and, unless files are still on their way, nobody needs the group any more. */
export function leaveGroup(group: UploadGroup): void {
  if (group.isBusy) return
  groups.get(group)?.()
  groups.delete(group)
}

/** Goes on with what an earlier page of this browser began for this mail and no other window is busy with. */
export async function restoreKept(group: UploadGroup, signal: AbortSignal): Promise<void> {
  for (const entry of await keptFor(group)) {
    const holder = { composeKey: lockOf(entry.composeKey), keptAt: entry.keptAt }
    const isElsewhere = async () =>
      entry.composeKey !== group.composeKey && (await isComposerAlive(holder))
    if (await isElsewhere()) {
      await new Promise((resolve) => setTimeout(resolve, askAgainAfter))
      if (await isElsewhere()) continue
    }
    if (signal.aborted) return
    group.restore(entry)
  }
}

let isWatching = false

function watchPage(): void {
  if (isWatching) return
  isWatching = true
  onLineBack(() => {
    for (const group of groups.keys()) group.online()
  })
}

onSessionEnd((end) => {
  for (const [group, release] of groups) {
    group.halt()
    // Who signs out leaves no files on a computer that may be shared; after an expiry the same person goes on.
    if (end === 'signed-out') void forgetKept(group.account)
    release()
  }
  groups.clear()
})

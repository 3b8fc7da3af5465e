import type { FirstScreen } from '@hongyan/contract/start'
import type { RowsLook } from '../../features/messages/list/rows/early-rows.ts'
import { currentLanguage } from '../../lib/language.ts'
import type { Picture } from '../../lib/picture.ts'
import { roomNow } from '../../lib/room.ts'
import { isSwitched, readTokens } from '../../lib/tokens.ts'
import { framePlace } from './has-frame.ts'

/**
 * What stands around a list: bar, menu of folders, tools, without a name, a number or a mail in it. Kept on this device, so that the
 * next start can draw it before the libraries are here; all content comes from the server's answer of that start.
 */
export interface KeptFrame {
  /** What it fits to: see `stampOf`. */
  stamp: string
  picture: Picture
  look: RowsLook
  /** Classes of what is filled in. */
  count: string
  unread: string
}

export type FrameFacts = Pick<FirstScreen, 'user' | 'settings' | 'platform' | 'folders'>

/** The frame looks otherwise when any of this does. A build has names of its own for its classes. */
export function stampOf({ user, settings, platform, folders }: FrameFacts): string {
  const { folderList, customList } = folders
  const places = [...folderList, ...customList].map(
    ({ folderId, role, parentId, lockedBy, show, folderName }) => [
      folderId,
      role,
      parentId,
      lockedBy,
      show,
      folderName,
    ],
  )
  const build = document.querySelector('script[type=module]')?.getAttribute('src')
  const chosen = [localStorage.getItem('listWidth'), localStorage.getItem('closedFolders')]
  const all = [build, currentLanguage(), roomNow(), chosen, user, settings, platform, places]
  return hashed(JSON.stringify(all))
}

function hashed(text: string): string {
  let one = 7
  let two = 11
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one, 31) + code
    two = Math.imul(two ^ code, 0x01000193)
  }
  return `${text.length}.${one >>> 0}.${two >>> 0}`
}

/** The frame of the last page here; null where there is none, or where the first screen is no plain inbox of one's own. */
export function readFrame(): KeptFrame | null {
  const kept = localStorage.getItem(framePlace)
  if (kept === null || readTokens() === null || !isPlain()) return null
  try {
    return JSON.parse(kept)
  } catch {
    localStorage.removeItem(framePlace)
    return null
  }
}

/** Locked, in another's mailbox, or with mails that are being written, the page has more to show than a list. */
export const isPlain = (): boolean =>
  !isSwitched() &&
  sessionStorage.getItem('lockScreen') === null &&
  sessionStorage.getItem('forceChangePwd') === null &&
  sessionStorage.getItem('composeTags') === null

export function keptStamp(): string | null {
  return readFrame()?.stamp ?? null
}

export function keepFrame(frame: KeptFrame): void {
  if (readTokens() === null) return
  try {
    localStorage.setItem(framePlace, JSON.stringify(frame))
  } catch {
    // A full storage: the next start is drawn by the libraries.
  }
}

/** What a place on screen means to mail that is dropped there. */
export type DropPlace =
  | { kind: 'folder'; folderId: number }
  /** In the menus, but no folder that takes mail (M76). */
  | { kind: 'refused' }
  /** Anywhere else: the mail stays, and nothing is said. */
  | { kind: 'nowhere' }

export type DropVerdict =
  | { kind: 'move'; folderId: number }
  | { kind: 'same' | 'refused' | 'nowhere' }

/**
 * The attribute that says what an element takes: `data-drop="12"` a folder, `data-drop="none"` nothing. Inside an
 * element with `data-drop-zone` everything without the attribute is refused (SHELL-20: draft box, settings, document
 * centre, migration, archive link, favourites, gateway, approval, pending, labels).
 */
export function placeOf(element: Element | null): DropPlace {
  const folderId = Number(element?.closest('[data-drop]')?.getAttribute('data-drop'))
  if (Number.isSafeInteger(folderId) && folderId > 0) return { kind: 'folder', folderId }
  return element?.closest('[data-drop], [data-drop-zone]')
    ? { kind: 'refused' }
    : { kind: 'nowhere' }
}

/** SHELL-20, SHELL-21: what happens to mails from these folders when they are dropped there. */
export function verdictOf(place: DropPlace, from: readonly number[]): DropVerdict {
  if (place.kind !== 'folder') return { kind: place.kind }
  const { folderId } = place
  return from.every((one) => one === folderId) ? { kind: 'same' } : { kind: 'move', folderId }
}

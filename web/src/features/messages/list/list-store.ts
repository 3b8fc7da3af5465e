import { sessionStore } from '../../../lib/session-store.ts'
import { type ListSource, type ListView, plainView, sourceKey } from '../list-source.ts'
import { firstPage, type ListPosition } from './list-position.ts'
import { nothingSelected, prune, type Selection } from './selection.ts'

/** What a user chose for one list; conversations are a setting for all. */
export type ChosenView = Omit<ListView, 'conversation'>

interface ListState {
  /** Page of each list that was visited, so that coming back finds it where it was. */
  positions: Record<string, ListPosition>
  /** Filter and order of each list, until the page is closed. */
  views: Record<string, ChosenView>
  selection: Selection
  /** Not only the rows on screen are meant, but all that the list has. */
  whole: boolean
  /** The row the keyboard is on. */
  activeId: number | null
  /** Counts the times that a list was asked to show its beginning. */
  tops: number
  /** The list whose first row gets the focus as soon as it is there. */
  entering: string | null
  /** Counts the times that a row got it so. */
  entered: number
}

export const useListStore = sessionStore<ListState>(() => ({
  positions: {},
  views: {},
  selection: nothingSelected,
  whole: false,
  activeId: null,
  tops: 0,
  entering: null,
  entered: 0,
}))

const fresh = { selection: nothingSelected, whole: false, activeId: null }

export const usePosition = (source: ListSource | null): ListPosition =>
  useListStore((state) => (source && state.positions[sourceKey(source)]) || firstPage)

export const useChosenView = (source: ListSource | null): ChosenView =>
  useListStore((state) => (source && state.views[sourceKey(source)]) || plainView)

/** Ids of the selected rows, outside React. */
export const selectedIds = (): ReadonlySet<number> => useListStore.getState().selection.ids

export function goToPage(source: ListSource, position: ListPosition): void {
  useListStore.setState(({ positions }) => ({
    positions: { ...positions, [sourceKey(source)]: position },
    ...fresh,
  }))
}

/** Shows a list in another order or through another filter, from its beginning. */
export function showAs(source: ListSource, view: ChosenView): void {
  const key = sourceKey(source)
  useListStore.setState(({ positions, views }) => ({
    positions: { ...positions, [key]: firstPage },
    views: { ...views, [key]: view },
    ...fresh,
  }))
}

/** The list of a folder begins at its newest mail again. */
export function showNewest(folderId: number): void {
  goToPage({ kind: 'folder', folderId }, firstPage)
  useListStore.setState(({ tops }) => ({ tops: tops + 1 }))
}

export const select = (change: (selection: Selection) => Selection): void =>
  useListStore.setState(({ selection }) => ({ selection: change(selection), whole: false }))

/** Rows that left the list are no longer selected. */
export function pruneSelection(order: readonly number[]): void {
  const { selection } = useListStore.getState()
  const left = prune(selection, order)
  if (left !== selection) select(() => left)
}

/** Extends the selection to everything the list has. */
export const selectWhole = (whole: boolean): void => useListStore.setState({ whole })

export const activate = (activeId: number | null): void => useListStore.setState({ activeId })

/** Who asked for a list goes on in it: its first row gets the focus when it is there. */
export const enterList = (source: ListSource): void =>
  useListStore.setState({ entering: sourceKey(source) })

/** The list that was waited for is here. The focus is not taken from where somebody has put it meanwhile. */
export function enterAt(mailId: number): void {
  const { activeElement } = document
  const isFree = activeElement === null || activeElement.matches('body, main')
  useListStore.setState(({ entered }) => ({
    entering: null,
    ...(isFree && { activeId: mailId, entered: entered + 1 }),
  }))
}

/** A new list begins with nothing selected. */
export const resetRows = (): void => useListStore.setState(fresh)

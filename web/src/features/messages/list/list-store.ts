import { create } from 'zustand'
import type { ListSource } from '../list-source.ts'
import { sourceKey } from '../list-source.ts'
import { firstPage, type ListPosition } from './list-position.ts'
import { nothingSelected, type Selection } from './selection.ts'

interface ListState {
  /** Page of each list that was visited, so that coming back finds it where it was. */
  positions: Record<string, ListPosition>
  selection: Selection
  /** The row the keyboard is on. */
  activeId: number | null
}

export const useListStore = create<ListState>(() => ({
  positions: {},
  selection: nothingSelected,
  activeId: null,
}))

export const usePosition = (source: ListSource | null): ListPosition =>
  useListStore((state) => (source && state.positions[sourceKey(source)]) || firstPage)

export function goToPage(source: ListSource, position: ListPosition): void {
  useListStore.setState(({ positions }) => ({
    positions: { ...positions, [sourceKey(source)]: position },
    selection: nothingSelected,
    activeId: null,
  }))
}

export const select = (change: (selection: Selection) => Selection): void =>
  useListStore.setState(({ selection }) => ({ selection: change(selection) }))

export const activate = (activeId: number | null): void => useListStore.setState({ activeId })

/** A new list begins with nothing selected. */
export const resetRows = (): void =>
  useListStore.setState({ selection: nothingSelected, activeId: null })

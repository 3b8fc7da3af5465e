import { sessionStore } from './session-store.ts'

/** One thing to choose. */
export interface Choice {
  id: string
  label: string
  icon?: string | undefined
  /** Shown at the end of the line: a key, or where it is. */
  hint?: string | undefined
  /** More words it is found by. */
  keywords?: readonly string[]
  /** Heading it stands under. */
  section?: string
  run: () => void
}

/** A list to choose from by typing; null `choices` means every command there is. */
export interface Chooser {
  title: string
  choices: readonly Choice[] | null
}

/** What is being chosen now. The screen that draws it is app/command-palette.tsx. */
export const useChooser = sessionStore<{ open: Chooser | null }>(() => ({ open: null }))

/** Asks the person to choose by typing, pinyin and arrows. */
export const openChooser = (open: Chooser): void => useChooser.setState({ open })
export const closeChooser = (): void => useChooser.setState({ open: null })

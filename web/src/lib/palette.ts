import { sessionStore } from './session-store.ts'
import { holdKeysWhile } from './shortcuts.ts'

/** The list of all commands, to choose from by typing. The screen that draws it is app/commands/command-palette.tsx. */
export const usePalette = sessionStore<{ open: boolean }>(() => ({ open: false }))

export const openPalette = (): void => usePalette.setState({ open: true })
export const closePalette = (): void => usePalette.setState({ open: false })

holdKeysWhile(() => usePalette.getState().open)

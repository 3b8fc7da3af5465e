import { sessionStore } from '../../lib/session-store.ts'

/** The dialog that brings mail in is open, for this folder; a null folder lets the person choose. */
export const useImportOpen = sessionStore<{ open: { folderId: number | null } | null }>(() => ({
  open: null,
}))

/** Opens it; an import that runs already is shown in it. */
export const openImport = (folderId: number | null): void =>
  useImportOpen.setState({ open: { folderId } })

import { create } from 'zustand'

/** The dialog that brings mail in is open, for this folder; a null folder lets the person choose. */
export const useImportOpen = create<{ open: { folderId: number | null } | null }>(() => ({
  open: null,
}))

/** Opens it; an import that runs already is shown in it. */
export const openImport = (folderId: number | null): void =>
  useImportOpen.setState({ open: { folderId } })

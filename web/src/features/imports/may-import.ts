import { useSettings } from '../../lib/me.ts'

/** Whether bringing mail in from files is offered: to whom the administrator names (SHELL-13, islandPersonnel). */
export const useMayImport = (): boolean => useSettings()?.islandPersonnel === 1

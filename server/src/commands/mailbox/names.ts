import type { FolderRow } from '../../mailstore/folders/folders.queries.ts'
import { roleNames } from '../../mailstore/role-names.ts'
import type { FolderRole } from '../../mailstore/types.ts'
import type { FolderId } from '../../platform/ids.ts'

/** The role of a folder on disk; null: one of one's own. */
export const roleOf = (steps: readonly string[]): FolderRole | null => {
  if (steps.length !== 1) return null
  const found = Object.entries(roleNames).find(([, name]) => name === steps[0])
  return (found?.[0] as FolderRole | undefined) ?? null
}

/** The names of a folder from the outermost. */
export function stepsOf(folders: readonly FolderRow[], folder: FolderRow): string[] {
  if (folder.role) return [roleNames[folder.role]]
  const parent = folders.find((one) => one.id === (folder.parentId as FolderId))
  return parent ? [...stepsOf(folders, parent), folder.name] : [folder.name]
}

/**
 * A name as a file is called: UTF-8, with `%XX` for bytes that a file name cannot have, that hide it, or that would
 * make it something else here.
 */
export const fileNameOf = (name: string): string =>
  name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    .replace(/[%/\\\u0000-\u001f\u007f]|^\.|\.(?=mbox$)/gi, asHex)
    .replace(/^[cnt](?=(?:ur|ew|mp)$)/i, asHex)

const asHex = (letter: string): string =>
  `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

export const nameOfFile = (file: string): string =>
  file.replace(/%([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

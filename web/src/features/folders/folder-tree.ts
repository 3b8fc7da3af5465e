import type { Folder } from '@hongyan/contract/folders'

/** A folder of one's own with what lies in it. */
export interface FolderNode {
  folder: Folder
  /** 0 at the top. */
  depth: number
  children: FolderNode[]
}

/** Folders as a tree, in their order; one whose parent is not there stands at the top. */
export function treeOf(folders: readonly Folder[]): FolderNode[] {
  const known = new Set(folders.map(({ folderId }) => folderId))
  const below = (parent: number | null, depth: number): FolderNode[] =>
    folders
      .filter(
        ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null) === parent,
      )
      .map((folder) => ({ folder, depth, children: below(folder.folderId, depth + 1) }))
  return below(null, 0)
}

/** The rows on screen, top to bottom: what is left out of the menu is not there, nor what is in a closed one. */
export function shownRows(
  nodes: readonly FolderNode[],
  { closed, all }: { closed: ReadonlySet<number>; all: boolean },
): FolderNode[] {
  return nodes.flatMap((node) => {
    if (!all && !node.folder.show) return []
    const inside = closed.has(node.folder.folderId) ? [] : shownRows(node.children, { closed, all })
    return [node, ...inside]
  })
}

/** Unread mail of a folder and of all inside it: what a closed one shows. */
export const unreadWithin = ({ folder, children }: FolderNode): number =>
  children.reduce((sum, child) => sum + unreadWithin(child), folder.unread)

/** The name of a folder with those it lies in: 项目 / 合同. */
export function pathName(folders: readonly Folder[], folder: Folder): string {
  const names: string[] = []
  const seen = new Set<number>()
  for (let at: Folder | undefined = folder; at && !seen.has(at.folderId); ) {
    seen.add(at.folderId)
    names.unshift(at.folderName)
    const { parentId }: Folder = at
    at = folders.find(({ folderId }) => folderId === parentId)
  }
  return names.join(' / ')
}

/** Where a folder would go. */
export interface FolderPlace {
  parentId: number | null
  beforeId: number | null
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** The place one step away, or null where there is none: up and down among siblings, in and out of folders. */
export function placeAfter(
  folders: readonly Folder[],
  folder: Folder,
  step: Step,
): FolderPlace | null {
  const siblings = folders.filter(({ parentId }) => parentId === folder.parentId)
  const at = siblings.findIndex(({ folderId }) => folderId === folder.folderId)
  const { parentId } = folder
  const before = siblings[at - 1]
  if (step === 'up') return before ? { parentId, beforeId: before.folderId } : null
  if (step === 'down') {
    return at + 1 < siblings.length
      ? { parentId, beforeId: siblings[at + 2]?.folderId ?? null }
      : null
  }
  if (step === 'in') return before ? { parentId: before.folderId, beforeId: null } : null
  const parent = folders.find(({ folderId }) => folderId === parentId)
  if (!parent) return null
  const uncles = folders.filter((one) => one.parentId === parent.parentId)
  const after = uncles[uncles.findIndex(({ folderId }) => folderId === parent.folderId) + 1]
  return { parentId: parent.parentId, beforeId: after?.folderId ?? null }
}

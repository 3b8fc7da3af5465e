import type { Folder } from '@hongyan/contract/folders'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { TriggerProps } from '../../ui/popover.tsx'
import { iconOf, titleOf, useFolders } from '../folders/folders.public.ts'

interface MoveMenuProps {
  /** Folder the messages are in; not offered. */
  from: number | null
  onMove: (to: Folder) => void
  trigger: (props: TriggerProps) => ReactNode
}

/** Folders that messages can be moved to. Drafts and sent mail take no other mail. */
export function MoveMenu({ from, onMove, trigger }: MoveMenuProps) {
  const { t } = useTranslation()
  const { system, own } = useFolders()
  const targets = (folders: Folder[]): MenuEntry[] =>
    folders
      .filter(({ folderId, role }) => folderId !== from && role !== 'drafts' && role !== 'sent')
      .map((folder) => ({
        id: String(folder.folderId),
        label: titleOf(folder, t),
        icon: iconOf(folder),
        onSelect: () => onMove(folder),
      }))
  const entries: MenuEntry[] = [
    ...targets(system),
    ...(own.length > 0 ? [{ kind: 'divider', id: 'own' } as const] : []),
    ...targets(own),
  ]
  return <Menu label={t('list:move')} trigger={trigger} entries={entries} align="end" />
}

import type { Folder } from '@hongyan/contract/folders'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { Popover, type TriggerProps } from '../../ui/popover.tsx'
import { FolderPicker } from '../folders/later.public.ts'
import { moveTo } from './ask-where-to.ts'

interface MoveMenuProps {
  /** Folder the messages are in; not offered. */
  from: number | null
  onMove: (to: Folder) => void
  trigger: (props: TriggerProps) => ReactNode
}

/**
 * Folders that messages can be moved to, found by typing; a locked one asks for its password first (MAILLIST-30).
 * Not there when moving is switched off (MAILLIST-20).
 */
export function MoveMenu({ from, onMove, trigger }: MoveMenuProps) {
  const { t } = useTranslation('list')
  const enabled = useSettings()?.mailMoveEnable !== 0
  if (!enabled) return null
  return (
    <Popover label={t('move')} role="dialog" trigger={trigger} align="end">
      {(close) => (
        <FolderPicker
          from={from}
          onPick={(folder) => {
            close()
            void moveTo(folder, onMove)
          }}
        />
      )}
    </Popover>
  )
}

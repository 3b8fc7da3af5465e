import type { Folder } from '@hongyan/contract/folders'
import { translate } from '../../lib/i18n.ts'
import { settingsQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { toast } from '../../ui/toast-store.ts'
import { askFolder, ensureOpen } from '../folders/folders.public.ts'

/** Asks for the password where one is set. */
export async function moveTo(folder: Folder, onMove: (to: Folder) => void): Promise<void> {
  if (await ensureOpen(folder)) onMove(folder)
}

/** Moving by keyboard: the searchable list of folders in a dialog, or why not (MAILLIST-18, -20). */
export function askWhereTo(
  targets: readonly unknown[],
  from: number | null,
  onMove: (to: Folder) => void,
): void {
  if (queryClient.getQueryData(settingsQuery.queryKey)?.mailMoveEnable === 0) return
  if (targets.length === 0) {
    return void toast({ kind: 'info', text: translate('list:noneSelected') })
  }
  askFolder({
    kind: 'move',
    count: targets.length,
    from,
    onMove: (to) => void moveTo(to, onMove),
  })
}

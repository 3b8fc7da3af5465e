import { composePath, writeNeeds } from '../../features/messages/messages.public.ts'
import { allowed } from '../../lib/allowed.tsx'
import { openPalette } from '../../lib/palette.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { type ShortcutHandlers, useShortcuts } from '../../lib/shortcuts.ts'
import { lastAction } from '../../ui/toast-store.ts'

/** What the shortcuts do that work on every screen. */
export function useGlobalKeys(showHelp: () => void): void {
  const navigate = useNavigate()
  const go = (path: string) => () => {
    // The row that has the focus goes with its list: the screen keeps it.
    document.querySelector('main')?.focus()
    void navigate(path)
  }
  const handlers: ShortcutHandlers = {
    // At once: what is typed next is meant for the mail.
    compose: allowed(writeNeeds, () => void navigate(composePath('new'), { flushSync: true })),
    goHome: go('/dashboard'),
    goInbox: go('/inbox'),
    goSent: go('/outbox'),
    goDrafts: go('/draftbox'),
    goTrash: go('/recyclebin'),
    settings: go('/set'),
    search: () => document.getElementById('search')?.focus(),
    undo: () => lastAction()?.(),
    palette: openPalette,
    help: showHelp,
  }
  useShortcuts(handlers, true)
}

import { useMemo } from 'react'
import { iconOf, pathOf, titleOf, useFolders } from '../../features/folders/folders.public.ts'
import { useEnabledLabels } from '../../features/labels/labels.public.tsx'
import { actionNeeds, writeNeeds } from '../../features/messages/messages.public.ts'
import { useOffered } from '../../features/settings/settings.public.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { type Needed, useMay } from '../../lib/me.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { handlerOf, keysOf, type ShortcutId, shortcuts } from '../../lib/shortcuts.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { iconKeyboard, iconTag } from '../../ui/icons.ts'
import { settingsPages } from '../routes/settings-pages.tsx'
import type { Command } from './command-search.ts'
import { keyText } from './key-text.ts'

/** Shortcuts that not every member of a mailbox may use there. */
const needs: Partial<Record<ShortcutId, Needed>> = {
  star: actionNeeds.star,
  move: actionNeeds.move,
  label: actionNeeds.askLabels,
  archive: actionNeeds.archive,
  pin: actionNeeds.pin,
  spam: actionNeeds.spam,
  remove: actionNeeds.remove,
  undo: actionNeeds.move,
  reply: writeNeeds,
  replyAll: writeNeeds,
  forward: writeNeeds,
  compose: writeNeeds,
}

/** Every command there is now: actions of the screen, folders, pages of the settings. */
export function useCommands(): readonly Command[] {
  const { t } = useTranslation('shortcuts')
  const navigate = useNavigate()
  const { all } = useFolders()
  const labels = useEnabledLabels()
  const offered = useOffered(settingsPages)
  const may = useMay()
  return useMemo(() => {
    const actions = Object.entries(shortcuts).flatMap(([id, one]): Command[] => {
      const run = handlerOf(id as ShortcutId)
      const need = needs[id as ShortcutId]
      if (!run || 'keyOnly' in one || (need && !may(need))) return []
      return [
        {
          id: `action ${id}`,
          label: t(madeKey(`names.${id}`)),
          icon: iconKeyboard,
          hint: keyText(keysOf(id as ShortcutId)[0] ?? ''),
          // English words find the command in the Chinese interface too.
          keywords: [id],
          section: t('palette.actions'),
          run,
        },
      ]
    })
    const places = all
      .filter(({ show }) => show)
      .map(
        (folder): Command => ({
          id: `folder ${folder.folderId}`,
          label: titleOf(folder, t),
          icon: iconOf(folder),
          keywords: [folder.folderName, folder.role ?? ''].filter(Boolean),
          section: t('palette.places'),
          run: () => void navigate(pathOf(folder)),
        }),
      )
    const marks = labels.map(
      ({ labelId, labelName }): Command => ({
        id: `label ${labelId}`,
        label: labelName,
        icon: iconTag,
        section: t('palette.places'),
        run: () => void navigate(`/otherfolders2/other2/${labelId}`),
      }),
    )
    const pages = offered.map(
      (page): Command => ({
        id: `settings ${page.path}`,
        label: t(madeKey(page.titleKey)),
        icon: page.icon,
        keywords: [page.path],
        hint: t('palette.settings'),
        section: t('palette.settings'),
        run: () => void navigate(`/set/${page.path}`),
      }),
    )
    return [...actions, ...places, ...marks, ...pages]
  }, [all, labels, navigate, t, offered, may])
}

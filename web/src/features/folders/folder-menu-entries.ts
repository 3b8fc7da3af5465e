import { type Folder, folders } from '@hongyan/contract/folders'
import { imports } from '@hongyan/contract/imports'
import type { May } from '../../lib/me.ts'
import { madeKey } from '../../lib/text-keys.ts'
import type { AnyTranslate } from '../../lib/translate.ts'
import {
  iconChevronDown,
  iconChevronUp,
  iconClose,
  iconDraft,
  iconEye,
  iconEyeOff,
  iconImport,
  iconIndent,
  iconLock,
  iconOutdent,
  iconPlus,
  iconTrash,
  iconUnlock,
} from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import { openImport } from '../imports/imports.public.ts'
import { lockFolder, placeFolder, showFolder } from './folder-actions.ts'
import { askFolder } from './folder-dialog-store.ts'
import { placeAfter, type Step } from './folder-tree.ts'

/** What the entries of a menu are made with. */
export interface EntryMeans {
  t: AnyTranslate
  /** Mail from files is offered to whom the administrator names (SHELL-13). */
  mayImport: boolean
  /** What a member of this mailbox may do. */
  may: May
}

/** What can be done with a folder of one's own; with the keyboard too. */
export function folderEntries(
  folder: Folder,
  own: readonly Folder[],
  means: EntryMeans,
): MenuEntry[] {
  const { t } = means
  const item = (id: string, icon: string, onSelect: () => void): MenuEntry => ({
    id,
    label: t(madeKey(`folders:${id}`)),
    icon,
    onSelect,
  })
  const step = (id: string, icon: string, way: Step): MenuEntry => {
    const place = placeAfter(own, folder, way)
    return {
      id,
      label: t(madeKey(`folders:${id}`)),
      icon,
      disabled: place === null,
      onSelect: () => {
        if (place) void placeFolder(folder, place)
      },
    }
  }
  const changes = [
    item('rename', iconDraft, () => askFolder({ kind: 'rename', folder })),
    item('createInside', iconPlus, () => askFolder({ kind: 'create', parent: folder })),
    item(
      folder.show ? 'hide' : 'show',
      folder.show ? iconEyeOff : iconEye,
      () => void showFolder(folder, !folder.show),
    ),
    { kind: 'divider' as const, id: 'order' },
    step('moveUp', iconChevronUp, 'up'),
    step('moveDown', iconChevronDown, 'down'),
    step('moveIn', iconIndent, 'in'),
    step('moveOut', iconOutdent, 'out'),
  ]
  const ends = [
    ...importEntries(folder, means),
    {
      ...item('clear', iconClose, () => askFolder({ kind: 'clear', folder })),
      disabled: isEmpty(folder),
    },
    {
      id: 'delete',
      label: t('folders:delete'),
      icon: iconTrash,
      danger: true,
      onSelect: () => askFolder({ kind: 'delete', folder }),
    },
  ]
  const mayChange = means.may(folders.save)
  return inGroups({
    changes: mayChange ? changes : [],
    passwords: passwordEntries(folder, item, means),
    ends: mayChange ? ends : [],
  })
}

/** With a line between those that have entries. */
const inGroups = (groups: Record<string, MenuEntry[]>): MenuEntry[] =>
  Object.entries(groups)
    .filter(([, entries]) => entries.length > 0)
    .flatMap(([id, entries], index) =>
      index === 0 ? entries : [{ kind: 'divider', id }, ...entries],
    )

/** Passwords are given by the owner alone; a folder that has one is closed again by whoever opened it. */
function passwordEntries(
  folder: Folder,
  item: (id: string, icon: string, onSelect: () => void) => MenuEntry,
  { may }: EntryMeans,
): MenuEntry[] {
  const mayGive = may(folders.setPassword)
  const close =
    folder.pwd && folder.lockedBy === null && may(folders.lock)
      ? [item('lock', iconLock, () => void lockFolder(folder))]
      : []
  if (!mayGive) return close
  if (!folder.pwd) {
    return [item('setPassword', iconLock, () => askFolder({ kind: 'set-password', folder }))]
  }
  return [
    ...close,
    item('changePassword', iconLock, () => askFolder({ kind: 'change-password', folder })),
    item('cancelPassword', iconUnlock, () => askFolder({ kind: 'cancel-password', folder })),
  ]
}

/** There is nothing to empty; of a locked one nobody knows. */
const isEmpty = ({ mail, lockedBy }: Folder): boolean => mail === 0 && lockedBy === null

/** What may be done with a system folder. */
export function systemEntries(folder: Folder, means: EntryMeans): MenuEntry[] {
  const clear: MenuEntry = {
    id: 'clear',
    label: means.t('folders:clear'),
    icon: iconClose,
    onSelect: () => askFolder({ kind: 'clear', folder }),
  }
  const mayClear = !isEmpty(folder) && means.may(folders.clear)
  return [...importEntries(folder, means), ...(mayClear ? [clear] : [])]
}

/** Mail from files: not into drafts, and into no folder that is locked. */
const importEntries = (
  { folderId, role, lockedBy }: Folder,
  { t, mayImport, may }: EntryMeans,
): MenuEntry[] =>
  !mayImport || !may(imports.receive) || role === 'drafts' || lockedBy !== null
    ? []
    : [
        {
          id: 'import',
          label: t('folders:importMail'),
          icon: iconImport,
          onSelect: () => openImport(folderId),
        },
      ]

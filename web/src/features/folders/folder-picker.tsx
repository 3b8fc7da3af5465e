import { type Folder, folders } from '@hongyan/contract/folders'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { Allowed } from '../../lib/allowed.tsx'
import { isComposing } from '../../lib/composing.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { matchTyped } from '../../lib/match-typed.ts'
import { searchKeys } from '../../lib/pinyin.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconLock, iconPlus } from '../../ui/icons.ts'
import { PickList } from '../../ui/pick-list.tsx'
import { useFolders } from './folder-book.ts'
import { askFolder } from './folder-dialog-store.ts'
import { iconOf, titleOf } from './folder-places.ts'
import { pathName } from './folder-tree.ts'
import styles from './folders.module.css'
import { rememberTarget, useRecentTargets } from './recent-targets.ts'
import { targetsQuery } from './targets-query.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

interface FolderPickerProps {
  /** Folder the messages are in; not offered. */
  from: number | null
  onPick: (folder: Folder) => void
}

/** Targets of a move in a list that is searched by typing: name, pinyin or initials (MAILLIST-30). */
export function FolderPicker({ from, onPick }: FolderPickerProps) {
  const { t } = useTranslation('folders')
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const pick = (folder: Folder) => {
    rememberTarget(folder.folderId)
    onPick(folder)
  }
  /** The mail goes where it was made, once it is there. */
  const makeNew = () =>
    askFolder({
      kind: 'create',
      parent: null,
      onMade: (made) => void made.then((one) => one && pick(one)),
    })
  const found = matchTyped(useTargets(from), typed)
  const active = found[Math.min(at, found.length - 1)]
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return event.stopPropagation()
    const step = steps[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      const next = (Math.min(at, found.length - 1) + step + found.length) % found.length
      setAt(next)
      document
        .getElementById(`${listId}-${found[next]?.folder.folderId}`)
        ?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      pick(active.folder)
    }
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
  }
  return (
    <PickList
      label={t('findFolder')}
      listId={listId}
      activeId={active && `${listId}-${active.folder.folderId}`}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        setAt(0)
      }}
      onKeyDown={onKeyDown}
    >
      <div id={listId} role="listbox" aria-label={t('targets')} className={styles.pickerList}>
        {found.map(({ folder, title }) => (
          <Target
            key={folder.folderId}
            id={`${listId}-${folder.folderId}`}
            folder={folder}
            title={title}
            selected={folder === active?.folder}
            onPick={pick}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.pickerNone}>{t('noTarget')}</p>}
      <Allowed by={folders.save}>
        <div className={styles.pickerEnd}>
          <Button kind="quiet" size="sm" block icon={iconPlus} onClick={makeNew}>
            {t('create')}
          </Button>
        </div>
      </Allowed>
    </PickList>
  )
}

interface TargetProps {
  id: string
  folder: Folder
  title: string
  selected: boolean
  onPick: (folder: Folder) => void
}

function Target({ id, folder, title, selected, onPick }: TargetProps) {
  /** Where the folders that it lies in end, and the stroke before its own name begins. */
  const end = folder.role === null ? Math.max(0, title.length - folder.folderName.length - 3) : 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active one
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={styles.target}
      onClick={() => onPick(folder)}
    >
      <Icon icon={iconOf(folder)} size={18} />
      <span className={styles.targetName} title={title}>
        {end > 0 && <span>{title.slice(0, end)}</span>}
        <span>{title.slice(end)}</span>
      </span>
      {folder.pwd && <Icon icon={iconLock} size={14} />}
    </div>
  )
}

/** Where mail is moved to most: where it was moved to lately, own folders, then the others; hardly ever to the sent mail. */
const roles = ['inbox', 'archive', 'trash', 'junk', 'sent']

function likelihood({ folderId, role }: Folder, recent: readonly number[]): number {
  const at = recent.indexOf(folderId)
  if (at >= 0) return at - recent.length
  return role === null ? 0 : 1 + roles.indexOf(role)
}

/** Folders that take mail: everything but the drafts and the place where the mail is. */
function useTargets(from: number | null) {
  const { t } = useTranslation('folders')
  const { all, own } = useFolders()
  const { data } = useQuery(targetsQuery)
  const recent = useRecentTargets(({ ids }) => ids)
  return useMemo(() => {
    const keys = new Map(data?.map((one) => [one.id, one.keys]))
    return all
      .filter(({ folderId, role }) => folderId !== from && role !== 'drafts')
      .toSorted((one, other) => likelihood(one, recent) - likelihood(other, recent))
      .map((folder) => ({
        folder,
        title: folder.role ? titleOf(folder, t) : pathName(own, folder),
        keys: keys.get(folder.folderId) ?? searchKeys(folder.folderName),
      }))
  }, [all, own, data, from, recent, t])
}

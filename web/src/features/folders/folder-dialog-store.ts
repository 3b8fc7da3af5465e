import type { Folder } from '@hongyan/contract/folders'
import type { Label } from '@hongyan/contract/labels'
import { sessionStore } from '../../lib/session-store.ts'
import { holdKeysWhile } from '../../lib/shortcuts.ts'
import type { Marking } from '../labels/labels.public.tsx'

/** The question about folders or labels that is on screen. */
export type FolderQuestion =
  | {
      kind: 'create'
      parent: Folder | null
      onMade?: (folder: Promise<Folder | undefined>) => void
    }
  | { kind: 'rename'; folder: Folder }
  | { kind: 'delete'; folder: Folder }
  | { kind: 'clear'; folder: Folder }
  | { kind: 'set-password'; folder: Folder }
  | { kind: 'change-password'; folder: Folder }
  | { kind: 'cancel-password'; folder: Folder }
  | { kind: 'unlock'; folder: Folder; answer: (opened: boolean) => void }
  | { kind: 'move'; count: number; from: number | null; onMove: (to: Folder) => void }
  | { kind: 'label'; label: Label | null; name?: string; onSaved?: (labelId: number) => void }
  | { kind: 'mark'; mails: Marking['mails'] }
  | { kind: 'delete-label'; label: Label }
  /** Mails for a label, of those named or of the newest. */
  | { kind: 'sort'; labelId: number | null; mailIds: readonly number[] }

export const useFolderQuestion = sessionStore<{ question: FolderQuestion | null }>(() => ({
  question: null,
}))

holdKeysWhile(() => useFolderQuestion.getState().question !== null)

export const askFolder = (question: FolderQuestion): void =>
  useFolderQuestion.setState({ question })

export function closeFolderQuestion(): void {
  const { question } = useFolderQuestion.getState()
  useFolderQuestion.setState({ question: null })
  if (question?.kind === 'unlock') question.answer(false)
}

/** Asks for the name and colour of a new label, which is then put on something. */
export const askNewLabel = (name: string, onSaved: (labelId: number) => void): void =>
  askFolder({ kind: 'label', label: null, name, onSaved })

/** Asks for the password of a locked folder (G87). @returns true when it is open, or was */
export const ensureOpen = (folder: Folder): Promise<boolean> =>
  folder.lockedBy === null
    ? Promise.resolve(true)
    : new Promise((answer) => askFolder({ kind: 'unlock', folder, answer }))

import { sessionStore } from '../../lib/session-store.ts'

/** Mails on their way to a folder, and what lies under the pointer. */
export interface DragState {
  /** Null: no label on screen. After the drop it stays for a moment (LIMITS-05). */
  label: { count: number; x: number; y: number; dropped: boolean } | null
  overFolder: number | null
}

export const useDrag = sessionStore<DragState>(() => ({ label: null, overFolder: null }))

/** True while the mails are over this folder. */
export const useIsOver = (folderId: number): boolean =>
  useDrag(({ overFolder }) => overFolder === folderId)

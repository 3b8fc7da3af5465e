import { type ComposeFile, compose } from '@hongyan/contract/compose'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { upload } from '../../../lib/upload.ts'
import { hasUnsaved } from '../draft/draft-machine.ts'
import type { Composer } from '../screen/use-compose.ts'
import type { Upload } from './upload-group.ts'
import { groupFor, leaveGroup, restoreKept } from './upload-groups.ts'

export type { Upload }

export interface Uploads {
  list: readonly Upload[]
  add: (file: File) => void
  /** Cancels a running upload, or takes a failed one off the list. */
  remove: (key: number) => void
  pause: (key: number) => void
  /** Goes on after a pause, a failure, or without waiting any longer. */
  resume: (key: number) => void
  /** Uploads a picture of the text; resolves to null when it failed (and `onError` was told). */
  picture: (file: File) => Promise<ComposeFile | null>
  picturesRunning: number
}

/** The uploads of the mail on this screen; they outlive it (see UploadGroup). */
export function useUploads(
  composer: Composer,
  onDone: (file: ComposeFile) => void,
  onError: (message: string) => void,
): Uploads {
  const { account, composeKey, keeper } = composer
  const { draftId } = composer.draft
  const [group] = useState(() => groupFor({ account, composeKey, draftId }))
  const list = useSyncExternalStore(group.subscribe, () => group.list)
  const [picturesRunning, setPicturesRunning] = useState(0)
  const done = useRef(onDone)
  done.current = onDone
  group.fileIds = composer.current().files.map((one) => one.fileId)

  useEffect(() => {
    if (draftId !== null) group.savedAs(draftId)
  }, [group, draftId])
  useEffect(() => {
    const abort = new AbortController()
    const detach = group.attach((file) => done.current(file))
    void restoreKept(group, abort.signal)
    return () => {
      abort.abort()
      detach()
      // The last save tells under which number the mail is found again, if at all.
      void keeper.flush().then(() => {
        const { state } = keeper
        if (state.draftId !== null) group.savedAs(state.draftId)
        const isOver = state.draftId === null && !hasUnsaved(state)
        if (state.kind === 'sent' || isOver) group.cancelAll()
        leaveGroup(group)
      })
    }
  }, [group, keeper])

  return {
    list,
    picturesRunning,
    add(file) {
      group.add(file)
      // A file on its way is worth a draft, under which it is found again: saved at once.
      keeper.edited()
      void keeper.flush()
    },
    remove: (key) => group.remove(key),
    pause: (key) => group.pause(key),
    resume: (key) => group.resume(key),
    async picture(file) {
      setPicturesRunning((n) => n + 1)
      try {
        return await upload(compose.uploadPicture, file)
      } catch (error) {
        onError(error instanceof Error ? error.message : String(error))
        return null
      } finally {
        setPicturesRunning((n) => n - 1)
      }
    },
  }
}

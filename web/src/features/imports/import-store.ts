import { type ImportProgress, imports } from '@hongyan/contract/imports'
import { ApiError, call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { onSessionEnd, sessionTurn } from '../../lib/session-end.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { upload } from '../../lib/upload.ts'
import { toast } from '../../ui/toast-store.ts'
import { openImport, useImportOpen } from './import-open.ts'

/** How often a running import is asked how far it is, in milliseconds. */
const pollTime = 700

/** An import as the person sees it: files on their way, then the work of the server. */
export interface ImportRun {
  phase: 'sending' | 'working' | 'ended'
  mailboxId: number
  isStopped: boolean
  files: number
  /** Files that are there, and the share of the one on its way, 0 to 1. */
  sent: number
  share: number
  sending: string
  progress: ImportProgress | null
  /** Files that the server refused, with its words. */
  refused: readonly { name: string; message: string }[]
}

export const useImport = sessionStore<{ run: ImportRun | null }>(() => ({ run: null }))

/** Closing the dialog stops nothing; one that has ended is forgotten. */
export function closeImport(): void {
  useImportOpen.setState({ open: null })
  if (useImport.getState().run?.phase === 'ended') forgetImport()
}

/** Begins anew after one that has ended. */
export const forgetImport = (): void => useImport.setState({ run: null })

let abort: AbortController | null = null
onSessionEnd(() => abort?.abort())

interface Start {
  files: readonly File[]
  mailboxId: number
  skipDuplicates: boolean
}

/** Sends the files one after the other and waits until the server has put their mails into the folder. */
export async function startImport({ files, mailboxId, skipDuplicates }: Start): Promise<void> {
  const own = new AbortController()
  abort = own
  useImport.setState({
    run: { ...nothingYet, mailboxId, files: files.length, sending: files[0]?.name ?? '' },
  })
  let jobId: number | undefined
  for (const [index, file] of files.entries()) {
    patch({ sent: index, share: 0, sending: file.name })
    try {
      const query = { mailboxId, skipDuplicates: skipDuplicates ? 1 : 0, jobId }
      const progress = await upload(imports.receive, file, {
        query,
        signal: own.signal,
        onProgress: (share) => patch({ share }),
      })
      jobId = progress.jobId
      patch({ progress })
    } catch (error) {
      if (own.signal.aborted) break
      refuse(file.name, error)
      if (!(error instanceof ApiError) || error.kind !== 'refused') break
    }
  }
  if (jobId === undefined) return end()
  patch({ phase: 'working' })
  if (!own.signal.aborted) await finish(jobId)
  await follow(jobId)
}

/** Stops it: mails that are in the folder stay there. */
export async function stopImport(): Promise<void> {
  abort?.abort()
  patch({ isStopped: true })
  const jobId = useImport.getState().run?.progress?.jobId
  if (jobId === undefined) return
  try {
    await call(imports.stop, { body: { jobId } })
  } catch (error) {
    // It had ended by itself.
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}

const nothingYet = {
  phase: 'sending',
  isStopped: false,
  files: 0,
  sent: 0,
  share: 0,
  sending: '',
  progress: null,
  refused: [],
} as const

const patch = (part: Partial<ImportRun>): void =>
  useImport.setState(({ run }) => ({ run: run && { ...run, ...part } }))

function refuse(name: string, error: unknown): void {
  const message = error instanceof ApiError ? error.message : translate('common:error')
  useImport.setState(({ run }) => ({
    run: run && { ...run, refused: [...run.refused, { name, message }] },
  }))
}

async function finish(jobId: number): Promise<void> {
  try {
    patch({ progress: await call(imports.finish, { body: { jobId } }) })
  } catch {
    // The server ends it by itself after a while.
  }
}

/** Asks again and again how far it is; a line that is down for a while changes nothing. */
async function follow(jobId: number): Promise<void> {
  const mine = sessionTurn()
  for (;;) {
    const progress = await ask(jobId)
    if (mine !== sessionTurn()) return
    if (progress) patch({ progress })
    if (progress && progress.state !== 'running') return end()
    await new Promise((resolve) => setTimeout(resolve, pollTime))
    if (!useImport.getState().run || mine !== sessionTurn()) return
  }
}

async function ask(jobId: number): Promise<ImportProgress | null> {
  try {
    const { list } = await call(imports.state, { query: { jobId } })
    return list[0] ?? null
  } catch {
    return null
  }
}

function end(): void {
  patch({ phase: 'ended' })
  const { run } = useImport.getState()
  if (useImportOpen.getState().open || !run) return
  const count = run.progress?.imported ?? 0
  const trouble = (run.progress?.failed ?? 0) + run.refused.length
  toast({
    kind: trouble > 0 ? 'error' : 'success',
    text: translate(trouble > 0 ? 'imports:endedWithTrouble' : 'imports:ended', { count, trouble }),
    action: { label: translate('imports:details'), run: () => openImport(null) },
  })
}

/** An import of another page, or of this one before it was loaded again. */
export async function takeUpRunning(): Promise<void> {
  if (useImport.getState().run) return
  try {
    const { list } = await call(imports.state, { query: {} })
    const [progress] = list
    if (!progress || useImport.getState().run) return
    const { mailboxId } = progress
    useImport.setState({ run: { ...nothingYet, phase: 'working', mailboxId, progress } })
    await follow(progress.jobId)
  } catch {
    // A new one can be begun all the same.
  }
}

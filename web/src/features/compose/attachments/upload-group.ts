import type { ComposeFile } from '@hongyan/contract/compose'
import { ApiError } from '../../../lib/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { randomKey } from '../../../lib/random-key.ts'
import { announce } from '../../../ui/announcer.tsx'
import { type KeptUpload, openKeptUploads } from './kept-uploads.ts'
import { giveUp, type SendingFile, sendFile } from './send-file.ts'
import { afterFault } from './upload-trouble.ts'

/**
 * `waiting` for a free lane, `running`, `paused` by the person, `retrying` after a fault, `failed`: the person has
 * to do something.
 */
export type UploadPhase = 'waiting' | 'running' | 'paused' | 'retrying' | 'failed'

/** A file on its way up, as it is shown. */
export interface Upload {
  key: number
  name: string
  size: number
  /** 0 to 1. */
  share: number
  phase: UploadPhase
  /** A sentence for the user when it failed. */
  error: string | null
}

interface Job extends SendingFile {
  key: number
  abort: AbortController
  /** Faults since bytes last got through. */
  failures: number
  /** Ends a wait before its time. */
  wake: () => void
  isPaused: boolean
  /** It failed because the server could not be reached: it goes on when that may have changed. */
  isCutOff: boolean
}

interface About {
  account: string
  composeKey: string
  draftId: number | null
}

/** At most this many uploads of one mail share the line. */
const lanes = 3
const kept = openKeptUploads()

/**
 * The uploads of one mail. They go on while its screen is not open: another tag is, or another page. A file that
 * comes to its end meanwhile waits here until the mail is opened again.
 */
export class UploadGroup {
  list: readonly Upload[] = []
  readonly account: string
  readonly composeKey: string
  draftId: number | null
  /** Files that the mail has already; told by the screen. */
  fileIds: number[] = []
  readonly #jobs = new Map<number, Job>()
  readonly #listeners = new Set<() => void>()
  #take: ((file: ComposeFile) => void) | null = null
  #ready: { file: ComposeFile; uploadKey: string }[] = []
  #queue: number[] = []
  #running = 0
  #lastKey = 0

  constructor({ account, composeKey, draftId }: About) {
    this.account = account
    this.composeKey = composeKey
    this.draftId = draftId
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The screen of the mail is open: it takes finished files, those that waited for it first. */
  attach(take: (file: ComposeFile) => void): () => void {
    this.#take = take
    const waiting = this.#ready
    this.#ready = []
    for (const { file, uploadKey } of waiting) this.#deliver(file, uploadKey)
    return () => {
      if (this.#take === take) this.#take = null
    }
  }

  /** True while a file is under way, or done and not yet in its mail. */
  get isBusy(): boolean {
    return this.#jobs.size > 0 || this.#ready.length > 0
  }

  add(file: File): void {
    const uploadKey = randomKey()
    this.#begin({ file, uploadKey, isPaused: false })
    const { account, composeKey, draftId } = this
    const entry = { account, composeKey, draftId, uploadKey, isPaused: false }
    void kept.keep({ ...entry, keptAt: Date.now(), file })
  }

  /** Goes on with what another page of this browser began. */
  restore(entry: KeptUpload): void {
    if ([...this.#jobs.values()].some((job) => job.uploadKey === entry.uploadKey)) return
    if (this.#ready.some((one) => one.uploadKey === entry.uploadKey)) return
    this.#begin(entry)
    this.#remember(entry.uploadKey, entry.isPaused)
  }

  /** The mail was saved under another number: kept files are found by it. */
  savedAs(draftId: number): void {
    if (this.draftId === draftId) return
    this.draftId = draftId
    for (const { uploadKey, isPaused } of this.#jobs.values()) this.#remember(uploadKey, isPaused)
    for (const { uploadKey } of this.#ready) this.#remember(uploadKey, false)
  }

  pause(key: number): void {
    const job = this.#jobs.get(key)
    if (!job) return
    job.isPaused = true
    this.#stop(job)
    this.#change(key, { phase: 'paused' })
    this.#remember(job.uploadKey, true)
    announce(translate('compose:files.saidPaused', { name: job.file.name }))
  }

  /** Goes on after a pause, a failure, or at once in place of waiting. */
  resume(key: number): void {
    const job = this.#jobs.get(key)
    const phase = this.#phaseOf(key)
    if (!job || phase === 'running' || phase === 'waiting') return
    job.isPaused = false
    job.failures = 0
    if (phase === 'retrying') {
      job.wake()
      return
    }
    this.#remember(job.uploadKey, false)
    job.abort = new AbortController()
    this.#change(key, { phase: 'waiting', error: null })
    this.#queue.push(key)
    this.#pump()
    announce(translate('compose:files.saidResumed', { name: job.file.name }))
  }

  /** Cancels an upload, or takes a failed one off the list. */
  remove(key: number): void {
    const job = this.#jobs.get(key)
    if (!job) return
    this.#stop(job)
    this.#drop(job)
    void kept.forget(this.account, job.uploadKey)
    void giveUp(job)
  }

  /** The line is back: whatever waits for it goes on, and what gave up waiting too. */
  online(): void {
    for (const job of this.#jobs.values()) {
      const phase = this.#phaseOf(job.key)
      if (phase === 'retrying' || (phase === 'failed' && job.isCutOff)) this.resume(job.key)
    }
  }

  /** Nobody will send this mail. */
  cancelAll(): void {
    for (const key of [...this.#jobs.keys()]) this.remove(key)
    for (const { uploadKey } of this.#ready) void kept.forget(this.account, uploadKey)
    this.#ready = []
  }

  /** The session is over: nothing more goes out in the name of whoever signs in next. */
  halt(): void {
    for (const job of this.#jobs.values()) this.#stop(job)
    this.#jobs.clear()
    this.#show([])
  }

  #begin({ file, uploadKey, isPaused }: Pick<KeptUpload, 'file' | 'uploadKey' | 'isPaused'>): void {
    this.#lastKey += 1
    const key = this.#lastKey
    this.#jobs.set(key, {
      key,
      file,
      uploadKey,
      isPaused,
      isCutOff: false,
      composeKey: this.composeKey,
      uploadId: null,
      fileIds: () => this.fileIds,
      sha256: null,
      abort: new AbortController(),
      failures: 0,
      wake: () => undefined,
    })
    const phase = isPaused ? 'paused' : 'waiting'
    const { name, size } = file
    this.#show([...this.list, { key, name, size, share: 0, phase, error: null }])
    if (isPaused) return
    this.#queue.push(key)
    this.#pump()
  }

  #pump(): void {
    while (this.#running < lanes) {
      const key = this.#queue.shift()
      if (key === undefined) return
      const job = this.#jobs.get(key)
      if (!job || job.abort.signal.aborted) continue
      this.#running += 1
      void this.#run(job, job.abort.signal).finally(() => {
        this.#running -= 1
        this.#pump()
      })
    }
  }

  /** Until the file is there, the person is needed, or the person stopped it. */
  async #run(job: Job, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#change(job.key, { phase: 'running', error: null })
      try {
        const file = await sendFile(job, {
          signal,
          onProgress: (share) => this.#change(job.key, { share }),
          onSafe: () => {
            job.failures = 0
          },
        })
        if (signal.aborted) return
        this.#drop(job)
        this.#deliver(file, job.uploadKey)
        return
      } catch (error) {
        if (signal.aborted || !(await this.#goesOn(job, error, signal))) return
      }
    }
  }

  async #goesOn(job: Job, error: unknown, signal: AbortSignal): Promise<boolean> {
    const next = afterFault(error, job.failures)
    const { name } = job.file
    job.failures += 1
    if (next.kind === 'fail') {
      job.isCutOff = error instanceof ApiError && error.kind === 'offline'
      this.#change(job.key, { phase: 'failed', error: next.text })
      announce(translate('compose:files.saidFailed', { name, message: next.text }))
      return false
    }
    if (next.kind === 'begin-anew') await this.#rename(job)
    if (next.kind !== 'wait') return true
    this.#change(job.key, { phase: 'retrying' })
    if (job.failures === 1) announce(translate('compose:files.saidRetrying', { name }))
    await waitFor(next.ms, signal, (wake) => {
      job.wake = wake
    })
    return !signal.aborted
  }

  /** The server has forgotten it: the same file begins again under another name. */
  async #rename(job: Job): Promise<void> {
    const { account, composeKey, draftId } = this
    await kept.forget(account, job.uploadKey)
    job.uploadKey = randomKey()
    job.uploadId = null
    const { uploadKey, file } = job
    const entry = { account, composeKey, draftId, uploadKey, isPaused: false }
    await kept.keep({ ...entry, keptAt: Date.now(), file })
  }

  #deliver(file: ComposeFile, uploadKey: string): void {
    if (this.#take === null) {
      this.#ready.push({ file, uploadKey })
      return
    }
    this.fileIds = [...this.fileIds, file.fileId]
    this.#take(file)
    void kept.forget(this.account, uploadKey)
    announce(translate('compose:files.saidDone', { name: file.fileName }))
  }

  #stop(job: Job): void {
    job.abort.abort()
    job.wake()
    this.#queue = this.#queue.filter((key) => key !== job.key)
  }

  #drop(job: Job): void {
    this.#jobs.delete(job.key)
    this.#show(this.list.filter((one) => one.key !== job.key))
  }

  #remember(uploadKey: string, isPaused: boolean): void {
    const { account, composeKey, draftId } = this
    const entry = { account, composeKey, draftId, uploadKey, isPaused, keptAt: Date.now() }
    void kept.change(entry)
  }

  #phaseOf(key: number): UploadPhase | undefined {
    return this.list.find((one) => one.key === key)?.phase
  }

  #change(key: number, part: Partial<Upload>): void {
    this.#show(this.list.map((one) => (one.key === key ? { ...one, ...part } : one)))
  }

  #show(list: readonly Upload[]): void {
    this.list = list
    for (const listener of this.#listeners) listener()
  }
}

function waitFor(ms: number, signal: AbortSignal, ready: (wake: () => void) => void) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const wake = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', wake, { once: true })
    ready(wake)
  })
}

/** What this device kept of the uploads of a mail. */
export const keptFor = async ({ account, composeKey, draftId }: About): Promise<KeptUpload[]> =>
  (await kept.list(account)).filter(
    (one) => one.composeKey === composeKey || (draftId !== null && one.draftId === draftId),
  )

/** At sign-out nothing of an account stays here. */
export const forgetKept = (account: string): Promise<void> => kept.forgetAll(account)

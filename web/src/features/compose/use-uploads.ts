import { type ComposeFile, compose } from '@hongyan/contract/compose'
import { useEffect, useRef, useState } from 'react'
import { upload } from '../../lib/upload.ts'
import { fileSha256 } from './file-hash.ts'

/** A file on its way up, or one whose upload failed. */
export interface Upload {
  key: number
  name: string
  size: number
  /** 0 to 1. */
  share: number
  /** A sentence for the user; null while it runs. */
  error: string | null
}

interface Job {
  file: File
  abort: AbortController
}

export interface Uploads {
  list: Upload[]
  add: (file: File) => void
  /** Cancels a running upload, or takes a failed one off the list. */
  remove: (key: number) => void
  retry: (key: number) => void
  /** Uploads a picture of the text; resolves to null when it failed (and `onError` was told). */
  picture: (file: File) => Promise<ComposeFile | null>
  picturesRunning: number
}

/** At most this many uploads share the line. */
const lanes = 3

export function useUploads(
  onDone: (file: ComposeFile) => void,
  onError: (message: string) => void,
): Uploads {
  const [list, setList] = useState<Upload[]>([])
  const [picturesRunning, setPicturesRunning] = useState(0)
  const jobs = useRef(new Map<number, Job>())
  const queue = useRef<number[]>([])
  const running = useRef(0)
  const lastKey = useRef(0)
  const done = useRef(onDone)
  done.current = onDone

  const change = (key: number, part: Partial<Upload>) =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number) => {
    jobs.current.delete(key)
    setList((all) => all.filter((one) => one.key !== key))
  }
  const pump = () => {
    while (running.current < lanes) {
      const key = queue.current.shift()
      if (key === undefined) return
      running.current += 1
      void run(key).finally(() => {
        running.current -= 1
        pump()
      })
    }
  }
  const run = async (key: number) => {
    const job = jobs.current.get(key)
    if (job === undefined) return
    try {
      const file = await send(job, (share) => change(key, { share }))
      drop(key)
      done.current(file)
    } catch (error) {
      if (!job.abort.signal.aborted) change(key, { error: messageOf(error), share: 0 })
    }
  }

  // A closed composer has no use for its files: what was uploaded so far is swept by the server.
  useEffect(() => {
    const open = jobs.current
    return () => {
      for (const job of open.values()) job.abort.abort()
    }
  }, [])

  return {
    list,
    picturesRunning,
    add(file) {
      lastKey.current += 1
      const key = lastKey.current
      jobs.current.set(key, { file, abort: new AbortController() })
      const { name, size } = file
      setList((all) => [...all, { key, name, size, share: 0, error: null }])
      queue.current.push(key)
      pump()
    },
    remove(key) {
      jobs.current.get(key)?.abort.abort()
      drop(key)
    },
    retry(key) {
      change(key, { error: null, share: 0 })
      queue.current.push(key)
      pump()
    },
    async picture(file) {
      setPicturesRunning((n) => n + 1)
      try {
        return await upload(compose.uploadPicture, file)
      } catch (error) {
        onError(messageOf(error))
        return null
      } finally {
        setPicturesRunning((n) => n - 1)
      }
    },
  }
}

async function send(job: Job, onProgress: (share: number) => void): Promise<ComposeFile> {
  const { signal } = job.abort
  const sha256 = await fileSha256(job.file)
  const fields: Record<string, string> = sha256 === null ? {} : { sha256 }
  return upload(compose.upload, job.file, { signal, onProgress, fields })
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

import type { FileText } from '../../documents/file-kinds.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { createWorkers } from '../parsing/parse-workers.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { claimDue, type DueMail, noteVersion, settleDue, writeWords } from './file-index.queries.ts'
import { scoped, scopeOf } from './search-terms.ts'

/** Raise it when the code finds other words in the same mail: every mail is then read again, in the background. */
const version = 3

const task = 'index-files'
const batch = 8
/** Mails of a burst are read together. */
const pauseMs = 100
/** A mail whose reading failed so often for reasons of ours is left as it is. */
const maxAttempts = 5

/** Reads attachments after the delivery, so that mails are found by what is in them. */
export interface FileIndex {
  /** Mails with files were committed. */
  arrived(): void
  /** Ends what is being read: it is due again later, in this process or another. */
  stop(): Promise<void>
}

interface Options {
  database: Database
  blobs: BlobStore
  jobs: Jobs
  parsing: Parsing
  log: Log
}

export function createFileIndex(options: Options): FileIndex {
  const { database, jobs, log } = options
  const workers = createWorkers<null>({
    script: new URL('../parsing/file-worker.ts', import.meta.url),
    maxWorkers: 1,
    limitMs: 20_000,
    memoryMb: 384,
  })
  let stopped = false
  let timer: NodeJS.Timeout | null = null

  /** What a hostile file does to the thread costs the mail the text of its files, nothing else. */
  const readTexts = async (raw: Buffer): Promise<FileText[]> => {
    try {
      return (await workers.run(null, raw)) as FileText[]
    } catch (thrown) {
      if (stopped) throw thrown
      log.warn({ bytes: raw.length, reason: messageOf(thrown) }, 'attachments could not be read')
      return []
    }
  }

  jobs.register(task, async () => {
    await noteVersion(database, version)
    while (!stopped) {
      const due = await claimDue(database, batch)
      if (due.length === 0) return
      await indexMails(options, due, readTexts)
    }
  })
  jobs.schedule('* * * * *', task)

  const wake = async (): Promise<void> => {
    timer = null
    // Without the queue the clock wakes the job.
    await jobs
      .enqueue(database, { task, payload: {}, key: task })
      .catch((thrown) =>
        log.debug({ reason: messageOf(thrown) }, 'the index of files was not woken'),
      )
  }

  return {
    arrived: () => {
      if (timer === null && !stopped) timer = setTimeout(wake, pauseMs).unref()
    },
    stop: async () => {
      stopped = true
      if (timer) {
        clearTimeout(timer)
        await wake()
      }
      await workers.stop()
    },
  }
}

/** Reads each content once, in however many mailboxes it lies. */
async function indexMails(
  options: Options,
  due: readonly DueMail[],
  readTexts: (raw: Buffer) => Promise<FileText[]>,
): Promise<void> {
  const byContent = Map.groupBy(due, ({ blob }) => blob?.toString('hex') ?? '')
  for (const [hash, mails] of byContent) {
    const [first] = mails
    if (hash === '' || !first?.blob) {
      for (const mail of mails) await settleDue(options.database, mail)
    } else await indexContent(options, { blob: first.blob, mails, readTexts })
  }
}

interface Content {
  blob: Buffer
  mails: readonly DueMail[]
  readTexts(raw: Buffer): Promise<FileText[]>
}

async function indexContent(
  { database, blobs, parsing, log }: Options,
  { blob, mails, readTexts }: Content,
): Promise<void> {
  try {
    const raw = await blobs.get(blob)
    const texts = await readTexts(raw)
    const { tsv } = await parsing.prepare(raw, texts)
    for (const mail of mails) {
      const { accountId, messageId, receivedAt } = mail
      if (receivedAt) {
        const words = scoped(tsv, scopeOf(accountId, receivedAt))
        await writeWords(database, { accountId, messageId, receivedAt, tsv: words, texts })
      }
      await settleDue(database, mail)
    }
  } catch (thrown) {
    const given = mails.filter(({ attempts }) => attempts >= maxAttempts)
    log.warn({ reason: messageOf(thrown), givenUp: given.length }, 'a mail could not be indexed')
    for (const mail of given) await settleDue(database, mail)
  }
}

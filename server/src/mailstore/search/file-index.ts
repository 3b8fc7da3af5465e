import { z } from 'zod'
import type { FileText } from '../../documents/file-kinds.ts'
import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import { hasOwnMemory } from '../../platform/in-turns.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework } from '../../platform/jobs/piecework.ts'
import type { Log } from '../../platform/log.ts'
import { createWorkers } from '../parsing/parse-workers.ts'
import type { How, Parsing } from '../parsing/parsing.ts'
import type { Stored, StoredMail } from '../parsing/stored-mail.ts'
import {
  claimDue,
  type DueMail,
  handBack,
  keepClaim,
  noteFirstVersion,
  noteVersion,
  postpone,
  settleDue,
  writeWords,
} from './file-index.queries.ts'
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
  /** Before any mail is stored. */
  begin(): Promise<void>
  /** Mails with files were committed. */
  arrived(): void
  /** Asks for the reading of what came last. */
  stop(): Promise<void>
}

interface Options {
  database: Database
  jobs: Jobs
  parsing: Parsing
  stored: Pick<StoredMail, 'whileReading'>
  log: Log
}

export function createFileIndex(options: Options): FileIndex {
  const { database, jobs, log } = options
  const workers = createWorkers<null>({
    script: new URL('../parsing/file-worker.ts', import.meta.url),
    maxWorkers: 1,
    limitMs: 20_000,
    memoryMb: 384,
    wastefulMb: 40,
  })
  let timer: NodeJS.Timeout | null = null
  // A process that is stopped does not wait for a large file: the mail is read by the next.
  jobs.stopping.addEventListener('abort', () => void workers.stop())

  /** What a hostile file does to the thread costs the mail the text of its files, nothing else. */
  const readTexts = async (raw: Buffer, how: How): Promise<FileText[]> => {
    const { length: bytes } = raw
    try {
      return (await workers.run(null, raw, how)) as FileText[]
    } catch (thrown) {
      if (jobs.stopping.aborted) throw thrown
      log.warn({ bytes, reason: messageOf(thrown) }, 'attachments could not be read')
      return []
    }
  }

  const work = createPiecework(options, {
    task,
    place: z.object({}),
    piece: async () => {
      await noteVersion(database, version)
      const due = await claimDue(database, batch)
      await indexMails(options, due, readTexts)
      return due.length > 0
    },
  })
  // Not in the transaction of the delivery: all deliveries would wait for each other at this one row of the queue.
  // The clock sees to what a crash in between left.
  jobs.schedule('* * * * *', task)

  const wake = async (): Promise<void> => {
    timer = null
    await work
      .enqueue(database, {})
      .catch((thrown) =>
        log.debug({ reason: messageOf(thrown) }, 'the index of files was not woken'),
      )
  }

  return {
    begin: async () => void (await noteFirstVersion(database, version)),
    arrived: () => {
      if (timer === null) timer = setTimeout(wake, pauseMs).unref()
    },
    stop: async () => {
      if (timer) {
        clearTimeout(timer)
        await wake()
      }
      await workers.stop()
    },
  }
}

type ReadTexts = (raw: Buffer, how: How) => Promise<FileText[]>

/** A larger mail is read twice: a copy of it for the thread would stand beside it for as long as its files are read. */
const copiedUpTo = 4 * 1024 * 1024

/** Reads each content, in however many mailboxes it lies. */
async function indexMails(
  options: Options,
  due: readonly DueMail[],
  readTexts: ReadTexts,
): Promise<void> {
  const { database, jobs } = options
  const left = new Set(due)
  for (const [hash, mails] of Map.groupBy(due, ({ blob }) => blob?.toString('hex') ?? '')) {
    if (jobs.stopping.aborted) return void (await handBack(database, [...left]))
    if (left.size < due.length) await keepClaim(database, [...left])
    const [first] = mails
    if (hash === '' || !first?.blob) {
      for (const mail of mails) await settleDue(database, mail)
    } else
      await indexContent(options, { content: { ...first, blob: first.blob }, mails, readTexts })
    for (const mail of mails) left.delete(mail)
  }
}

interface Content {
  content: Stored
  mails: readonly DueMail[]
  readTexts: ReadTexts
}

async function indexContent(
  { database, stored, jobs, parsing, log }: Options,
  { content, mails, readTexts }: Content,
): Promise<void> {
  try {
    const { texts, tsv } = await stored.whileReading([content], async (read) => {
      const raw = await read(content)
      const given = raw.length > copiedUpTo && hasOwnMemory(raw)
      const texts = await readTexts(raw, { given })
      return { texts, ...(await parsing.words(given ? await read(content) : raw, texts)) }
    })
    for (const mail of mails) {
      const { accountId, messageId, receivedAt } = mail
      await database.transaction(async (tx) => {
        if (receivedAt) {
          const words = scoped(tsv, scopeOf(accountId, receivedAt))
          await writeWords(tx, { accountId, messageId, receivedAt, tsv: words, texts })
        }
        await settleDue(tx, mail)
      })
    }
  } catch (thrown) {
    if (jobs.stopping.aborted) return void (await handBack(database, mails))
    const given = mails.filter(({ attempts }) => attempts >= maxAttempts)
    log.warn({ reason: messageOf(thrown), givenUp: given.length }, 'a mail could not be indexed')
    for (const mail of mails)
      await (given.includes(mail) ? settleDue(database, mail) : postpone(database, mail))
  }
}

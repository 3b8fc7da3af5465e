import type { AssistantType } from '@hongyan/contract/assistant-wire'
import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { runAs } from '../../../platform/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { asId } from '../../../platform/ids.ts'
import type { FileReader } from '../../messages/messages.public.ts'
import type { Subject } from '../tickets.ts'
import { type AuthorOptions, authorFacts } from './author-facts.ts'
import type { MailFacts } from './mail-facts.ts'
import type { Reading, ReadMail, ReadTask } from './read-mail.ts'
import { judgeTogether } from './sender-facts.ts'

/** Reads mail for the assistant: with the caller's rights, in a thread, and only what may be read. */
export interface MailReader {
  /** @throws item.not-found, assistant.protected; the reason of the signal when it waited and nobody wants it any more */
  read(caller: FileReader, mail: Subject, wanted: Wanted): Promise<MailFacts>
  stop(): Promise<void>
}

interface Wanted {
  type: AssistantType
  signal: AbortSignal
}

const readings: Readonly<Record<number, Reading>> = { 4: 'summary', 5: 'check' }

export function createMailReader(options: AuthorOptions): MailReader {
  const { mailstore } = options
  const workers = createWorkers<ReadTask>({
    script: new URL('./read-worker.ts', import.meta.url),
    maxWorkers: 1,
    limitMs: 5_000,
    memoryMb: 192,
  })
  const inThread = async (task: ReadTask, raw: Uint8Array) => {
    const read = (await workers.run(task, raw)) as ReadMail
    if (read.kind === 'protected') throw new AppError('assistant.protected')
    return read
  }
  const ofWords = async ({ content, sender, subject }: Subject, reading: Reading) => {
    const read = await inThread({ kind: 'words', reading, subject }, Buffer.from(content))
    const { text, summary, facts } = read
    return {
      from: sender,
      senderName: sender,
      subject,
      text,
      summary,
      signals: judgeTogether(facts),
    }
  }
  const ofStore = async (caller: FileReader, mailId: number, reading: Reading) => {
    const row = await mailstore.find(caller, asId(mailId))
    if (!row) throw new AppError('item.not-found')
    // Only what never came from outside can be a notice of ours that stands for a read-limited mail.
    const isOwnNotice = row.authentication === null
    const read = await mailstore.whileReading([row], async (bytes) =>
      inThread({ kind: 'mail', reading, isOwnNotice }, await bytes(row)),
    )
    const facts =
      reading === 'check' && read.envelope
        ? judgeTogether([
            ...(await authorFacts(options, { caller, row }, { ...read, envelope: read.envelope })),
            ...read.facts,
          ])
        : []
    const [author] = read.envelope?.from ?? []
    const from = author ? `${author.name} <${author.address}>`.trim() : row.fromAddress
    const { text, summary } = read
    return {
      from,
      senderName: author?.name || row.fromName || row.fromAddress,
      subject: row.subject,
      text,
      summary,
      signals: facts,
    }
  }
  return {
    read: (caller, mail, { type, signal }) => {
      const account = String(caller.accountId)
      return runAs({ client: 'assistant', ip: '', account, signal }, () => {
        const reading = readings[type] ?? 'text'
        return mail.mailId === null ? ofWords(mail, reading) : ofStore(caller, mail.mailId, reading)
      })
    },
    stop: workers.stop,
  }
}

import type { AssistantType } from '@hongyan/contract/assistant-wire'
import type { StoredMessage } from '../../../mailstore/messages/messages.queries.ts'
import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { runAs } from '../../../platform/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { asId, type MessageId } from '../../../platform/ids.ts'
import { hasOwnMemory } from '../../../platform/in-turns.ts'
import type { Log } from '../../../platform/log.ts'
import type { FileReader } from '../../messages/messages.public.ts'
import type { Subject } from '../tickets.ts'
import { type AuthorOptions, authorFacts } from './author-facts.ts'
import type { LookedAt, MailFacts, ReadAlong } from './mail-facts.ts'
import type { Reading, ReadMail, ReadTask } from './read-mail.ts'
import { judgeTogether } from './sender-facts.ts'

/** Reads mail for the assistant: with the caller's rights, in a thread, and only what may be read. */
export interface MailReader {
  /** @throws item.not-found, assistant.protected; the reason of the signal when it waited and nobody wants it any more */
  read(caller: FileReader, mail: Subject, wanted: Wanted): Promise<MailFacts>
  /** Several mails of the store, as far as they can be read: what is gone, protected or takes a thread down is left out. @throws the reason of the signal */
  readAll(
    caller: FileReader,
    mailIds: readonly MessageId[],
    wanted: { reading: Reading; signal: AbortSignal },
  ): Promise<ReadAlong[]>
  /** What a check finds, by the built-in engine alone. @throws item.not-found, assistant.protected */
  look(caller: FileReader, mailId: MessageId): Promise<LookedAt>
  stop(): Promise<void>
}

interface Wanted {
  type: AssistantType
  signal: AbortSignal
}

function asAlong(row: StoredMessage, read: ReadMail): ReadAlong[] {
  if (read.kind === 'protected') return []
  const [author] = read.envelope?.from ?? []
  const address = author?.address ?? row.fromAddress
  return [
    {
      mailId: row.id,
      mailboxId: row.folderId,
      from: author?.name || row.fromName || address,
      address: address.toLowerCase(),
      to: (read.envelope?.to ?? []).map((one) => one.name || one.address),
      at: row.receivedAt,
      subject: row.subject,
      text: read.text,
      points: read.points,
      isList: read.isList,
      labels: row.labels,
    },
  ]
}

/** One that a stranger made to be unreadable must not take the others with it. */
const leftOut =
  (log: Log, mailId: MessageId, signal: AbortSignal) =>
  (thrown: unknown): ReadAlong[] => {
    signal.throwIfAborted()
    log.warn({ err: thrown, message: mailId }, 'a mail could not be read for the assistant')
    return []
  }

const readings: Readonly<Record<number, Reading>> = { 4: 'summary', 5: 'check' }

export function createMailReader(options: AuthorOptions & { log: Log }): MailReader {
  const { mailstore, log } = options
  const workers = createWorkers<ReadTask>({
    script: new URL('./read-worker.ts', import.meta.url),
    maxWorkers: 1,
    limitMs: 5_000,
    memoryMb: 192,
    wastefulMb: 40,
  })
  const inThread = async (task: ReadTask, raw: Uint8Array) => {
    const read = (await workers.run(task, raw, { given: hasOwnMemory(raw) })) as ReadMail
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
    const { text, summary, print } = read
    return {
      from,
      senderName: author?.name || row.fromName || row.fromAddress,
      subject: row.subject,
      text,
      summary,
      signals: facts,
      print,
    }
  }
  const oneAlong = async (
    caller: FileReader,
    mailId: MessageId,
    reading: Reading,
  ): Promise<ReadAlong[]> => {
    const row = await mailstore.find(caller, mailId)
    if (!row) return []
    const task = { kind: 'mail', reading, isOwnNotice: row.authentication === null } as const
    const read = await mailstore.whileReading([row], async (bytes) => {
      const raw = await bytes(row)
      return workers.run(task, raw, { given: hasOwnMemory(raw) })
    })
    return asAlong(row, read as ReadMail)
  }
  return {
    readAll: (caller, mailIds, { reading, signal }) =>
      runAs(
        { client: 'assistant', ip: '', account: String(caller.accountId), signal },
        async () => {
          const all: ReadAlong[] = []
          for (const mailId of mailIds) {
            signal.throwIfAborted()
            all.push(
              ...(await oneAlong(caller, mailId, reading).catch(leftOut(log, mailId, signal))),
            )
          }
          return all
        },
      ),
    read: (caller, mail, { type, signal }) => {
      const account = String(caller.accountId)
      return runAs({ client: 'assistant', ip: '', account, signal }, () => {
        const reading = readings[type] ?? 'text'
        return mail.mailId === null ? ofWords(mail, reading) : ofStore(caller, mail.mailId, reading)
      })
    },
    look: async (caller, mailId) => {
      const { text, signals, print } = await ofStore(caller, mailId, 'check')
      return { text, facts: signals, print }
    },
    stop: workers.stop,
  }
}

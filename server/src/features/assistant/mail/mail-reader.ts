import type { AssistantType } from '@hongyan/contract/assistant-wire'
import type { SenderWarning } from '@hongyan/contract/reader-fields'
import type { Envelope } from '@hongyan/mime/types'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../../mailstore/messages/messages.queries.ts'
import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { runAs } from '../../../platform/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { asId } from '../../../platform/ids.ts'
import type { FileReader } from '../../messages/messages.public.ts'
import type { Subject } from '../tickets.ts'
import type { Fact, MailFacts } from './mail-facts.ts'
import type { Reading, ReadMail, ReadTask } from './read-mail.ts'
import {
  authenticationFacts,
  fromInside,
  judgeTogether,
  nameFacts,
  warningFact,
} from './sender-facts.ts'

interface Options {
  mailstore: Mailstore
  /** What the reader says of a mail's sender. */
  senderWarnings(
    reader: FileReader,
    row: StoredMessage,
    mail: { envelope: Envelope; isList: boolean },
  ): Promise<{ warnings: SenderWarning[]; isInside: boolean }>
}

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

export function createMailReader({ mailstore, senderWarnings }: Options): MailReader {
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
            ...(await senderFacts(caller, row, { ...read, envelope: read.envelope })),
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
  const senderFacts = async (
    caller: FileReader,
    row: StoredMessage,
    mail: { envelope: Envelope; isList: boolean },
  ): Promise<Fact[]> => {
    const { warnings, isInside } = await senderWarnings(caller, row, mail)
    const address = mail.envelope.from[0]?.address ?? ''
    const isNew = warnings.some((one) => one.kind === 'first-contact')
    const known: Fact[] =
      isNew || isInside ? [] : [{ code: 'known-sender', weight: 'good', evidence: address }]
    const proof = isInside ? [fromInside(address)] : authenticationFacts(row.authentication)
    const name = mail.envelope.from[0]?.name ?? ''
    const claims = isInside ? [] : nameFacts({ name, address }, mail.envelope.subject)
    return [...proof, ...known, ...claims, ...warnings.map((one) => warningFact(one, address))]
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

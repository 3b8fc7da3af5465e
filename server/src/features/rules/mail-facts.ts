import type { Address } from '@hongyan/mime/types'
import type { OpenedMessage } from '../../mailstore/parsing/open-message.ts'
import type { MessageRow, PreparedMessage } from '../../mailstore/types.ts'
import type { MailFacts, TextField } from './rule-match.ts'

/** Text of a body that rules look at, in characters. */
const maxText = 100_000

/** Takes a mail apart further, when a rule looks inside. */
interface Open {
  message(): Promise<OpenedMessage>
  /** The text that somebody who opens it sees, at most so many characters. */
  text(maxText: number): Promise<string>
}

/** Facts of a mail that has just come; `open` takes it apart further when a rule looks inside. */
export function factsOfMail(message: PreparedMessage, open: Open): MailFacts {
  const { from, sender, to, cc } = message.parsed.envelope
  return {
    size: message.raw.length,
    texts: inside(once(open), {
      sender: () => people([...from, ...sender]),
      recipients: () => people([...to, ...cc]),
      subject: () => [message.parsed.envelope.subject],
      attachment: () => (message.hasAttachment ? null : []),
      body: () => null,
    }),
  }
}

/** What rules ask of a stored mail: what its row tells, the rest from its bytes. */
export function factsOfRow(row: MessageRow, open: Open): MailFacts {
  return {
    size: row.size,
    texts: inside(once(open), {
      sender: () => [row.fromName, row.fromAddress],
      recipients: () => (row.recipients.more > 0 ? null : people(row.recipients.to)),
      subject: () => [row.subject],
      attachment: () => (row.hasAttachment ? null : []),
      body: () => null,
    }),
  }
}

/** What is known at once, else from the opened mail. */
const inside =
  (open: Open, known: Record<TextField, () => readonly string[] | null>): MailFacts['texts'] =>
  async (field) =>
    known[field]() ?? openedText(field, open)

async function openedText(field: TextField, open: Open): Promise<readonly string[]> {
  if (field === 'body') return [await open.text(maxText)]
  const { parsed, content } = await open.message()
  if (field === 'attachment') {
    return content.attachments.filter((one) => !one.inline).map((one) => one.filename)
  }
  return people([...parsed.envelope.to, ...parsed.envelope.cc])
}

const people = (list: readonly Address[]): string[] =>
  list.flatMap(({ name, address }) => (name === '' ? [address] : [name, address]))

/** Each is done once, however many rules look. */
function once(open: Open): Open {
  let message: Promise<OpenedMessage> | null = null
  let text: Promise<string> | null = null
  return {
    message: () => {
      message ??= open.message()
      return message
    },
    text: (max) => {
      text ??= open.text(max)
      return text
    },
  }
}

import type { Mailstore } from '../../../mailstore/mailstore.ts'
import { buildMessage } from './build-message.ts'
import { readRecipients } from './compose-checks.ts'
import { composeContent } from './compose-content.ts'

const text =
  '<p>Words of a first mail, <b>which</b> goes <a href="https://example.org/">nowhere</a>.</p>'

/**
 * Makes a mail that goes nowhere, piece by piece: code that has never run is slow, and who sends the first mail of a process
 * would wait for all of it.
 */
export async function warmUp({ prepare }: Pick<Mailstore, 'prepare'>): Promise<void> {
  composeContent.safeParse({})
  const typed = { mailTo: ['Wild Goose 大雁 <goose@例子.example.org>'], mailCc: [], mailBcc: [] }
  const { to } = readRecipients(typed)
  const [from] = to
  if (!from) return
  const raw = await buildMessage({
    ...{ from, to, cc: [], bcc: [], subject: '你好 hello', html: text, files: [], headers: [] },
    ...{ priority: 'normal', messageId: 'first@example.org', inReplyTo: null, references: [] },
    ...{ date: new Date(0), timeZone: 8 },
  })
  await prepare(raw)
}

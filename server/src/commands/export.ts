import { mkdir, readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, UsageError } from './command.ts'
import { maildirWriter } from './mailbox/maildir.ts'
import { mboxWriter } from './mailbox/mbox.ts'
import { writeMailbox } from './mailbox/read-mailbox.ts'
import { withApp } from './organisation.ts'

const writers = new Map([
  ['maildir', maildirWriter],
  ['mbox', mboxWriter],
])

/** Writes a whole mailbox into a directory, as `hongyan import` reads it again. */
export const exportCommand: Command = async (input) => {
  const { values, positionals } = parseArgs({
    args: input.words,
    allowPositionals: true,
    options: { format: { type: 'string', default: 'maildir' } },
  })
  const [address, path] = positionals
  if (!address || !path) throw new UsageError('an address and a directory are needed')
  const writerAt = writers.get(values.format)
  if (!writerAt) throw new UsageError(`--format is one of ${[...writers.keys()].join(', ')}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await readdir(path)).length > 0) throw new UsageError(`${path} is not empty`)
  return withApp(input, async (app) => {
    const recipient = await app.directory.findRecipient(address)
    if (!recipient) throw new UsageError(`nobody here has the address ${address}`)
    const done = await writeMailbox(app, recipient.accountId, writerAt(path))
    input.print(`${done.messages} messages in ${done.folders} folders written to ${path}`)
    return 0
  })
}

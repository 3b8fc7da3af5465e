import { parseArgs } from 'node:util'
import { type Command, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

const day = 24 * 3_600_000

/** `hongyan feedback`: what users wrote to the administrator, newest first. */
export const feedbackCommand: Command = async (input) => {
  const { values } = parseArgs({
    args: input.words,
    options: { days: { type: 'string', default: '30' } },
  })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new UsageError('--days is a whole number')
  return withApp(input, async ({ feedback, directory, clock }) => {
    const list = await feedback.since(new Date(clock.now().getTime() - days * day))
    for (const { at, accountId, content, client } of list) {
      const [address = 'unknown'] = await directory.addressesOf(accountId)
      input.print(`${at.toISOString()}  ${address}  ${shown(client)}\n${shown(content)}\n`)
    }
    if (list.length === 0) input.print(`nothing in the last ${days} days`)
    return 0
  })
}

/** A terminal obeys control characters: line ends stay, the rest is seen and not done. */
const shown = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '�').replace(/\n/g, '\n    ')

import { parseArgs } from 'node:util'
import { text } from '@hongyan/contract/fields'
import { limits } from '@hongyan/contract/limits'
import type { App } from '../app.ts'
import type { OrganisationId } from '../platform/ids.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { day, momentOf } from './moment.ts'
import { withApp } from './organisation.ts'

/** Without another word an announcement holds so long. */
const usualDays = 14

/** `hongyan announce`: what everybody reads on the home screen; `add` publishes, `end` takes back, else the list. */
export const announceCommand: Command = async (input) => {
  const { values, positionals } = parseArgs({
    args: input.words,
    allowPositionals: true,
    options: { from: { type: 'string' }, until: { type: 'string' } },
  })
  const [verb = 'list', first = '', ...rest] = positionals
  return withApp(input, async (app) => {
    const organisation = await app.directory.organisation()
    if (!organisation) throw new UsageError('there is no organisation yet; hongyan domain add')
    const at = { app, input, organisationId: organisation.id }
    if (verb === 'add') return add(at, { title: first, content: rest.join(' '), ...values })
    if (verb === 'end') return end(at, first)
    if (verb === 'list') return list(at)
    throw new UsageError(`there is no "announce ${verb}"`)
  })
}

interface At {
  app: App
  input: CommandInput
  organisationId: OrganisationId
}

interface Words {
  title: string
  content: string
  from?: string | undefined
  until?: string | undefined
}

async function add({ app, input, organisationId }: At, words: Words): Promise<number> {
  const title = words.title.trim()
  const content = words.content.trim()
  if (title === '' || !text(limits.announcementTitle).safeParse(title).success)
    throw new UsageError(`a title of at most ${limits.announcementTitle} characters is needed`)
  if (!text(limits.announcement).safeParse(content).success)
    throw new UsageError(`the words may have ${limits.announcement} characters`)
  const now = app.clock.now()
  const startsAt = words.from ? momentOf(words.from, 0) : now
  const endsAt = words.until ? momentOf(words.until, day) : new Date(+startsAt + usualDays * day)
  if (endsAt <= startsAt || endsAt <= now) throw new UsageError('its end must lie ahead')
  const id = await app.announcements.publish(organisationId, { title, content, startsAt, endsAt })
  input.print(`announcement ${id} holds until ${endsAt.toISOString()}`)
  return 0
}

async function end({ app, input, organisationId }: At, word: string): Promise<number> {
  const id = /^\d{1,15}$/.test(word) ? Number(word) : 0
  if (!(await app.announcements.withdraw(organisationId, id)))
    throw new UsageError(`there is no announcement ${word || 'without a number'}`)
  input.print(`announcement ${id} is taken back`)
  return 0
}

async function list({ app, input, organisationId }: At): Promise<number> {
  const all = await app.announcements.ahead(organisationId)
  for (const { id, title, startsAt, endsAt } of all)
    input.print(`${id}  ${startsAt.toISOString()} to ${endsAt.toISOString()}  ${title}`)
  if (all.length === 0) input.print('no announcement holds')
  return 0
}

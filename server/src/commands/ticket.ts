import type { App } from '../app.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

type Verb = (app: App, input: CommandInput) => Promise<void>

const nameOf = ([, name = '']: readonly string[]): string => {
  if (!/^[\w.-]{1,60}$/.test(name))
    throw new UsageError('a name of letters, digits, . _ - is needed')
  return name
}

const pageOf = ([, , url]: readonly string[]): string | null => {
  if (url === undefined) return null
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError(`${url} is not the address of a web page`)
}

const verbs = new Map<string, Verb>([
  [
    'add',
    async ({ tickets }, { words, print }) =>
      print(`secret: ${await tickets.add(nameOf(words), pageOf(words))}`),
  ],
  [
    'remove',
    async ({ tickets }, { words, print }) => {
      const name = nameOf(words)
      if (!(await tickets.remove(name))) throw new UsageError(`there is no system ${name}`)
      print(`${name}: done`)
    },
  ],
  [
    'list',
    async ({ tickets }, { print }) => {
      for (const { name, url } of await tickets.all()) print(`${name} ${url ?? ''}`.trim())
    },
  ],
])

/** `hongyan ticket`: other systems of the organisation, which send people here by a signed ticket. */
export const ticketCommand: Command = async (input) => {
  const verb = verbs.get(input.words[0] ?? '')
  if (!verb) throw new UsageError('add, remove or list is needed')
  return withApp(input, async (app) => {
    await verb(app, input)
    return 0
  })
}

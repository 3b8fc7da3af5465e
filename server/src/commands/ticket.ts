import { type Command, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

/** `hongyan ticket`: other systems of the organisation, which send people here by a signed ticket. */
export const ticketCommand: Command = async (input) => {
  const [verb, name = '', url = ''] = input.words
  if (verb !== 'list' && !/^[\w.-]{1,60}$/.test(name))
    throw new UsageError('a name of letters, digits, . _ - is needed')
  if (url !== '' && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new UsageError(`${url} is not the address of a web page`)
  return withApp(input, async ({ tickets }) => {
    if (verb === 'add') {
      input.print(`secret: ${await tickets.add(name, url === '' ? null : url)}`)
    } else if (verb === 'remove') {
      if (!(await tickets.remove(name))) throw new UsageError(`there is no system ${name}`)
      input.print(`${name}: done`)
    } else if (verb === 'list') {
      for (const one of await tickets.all()) input.print(`${one.name} ${one.url ?? ''}`.trim())
    } else throw new UsageError('add, remove or list is needed')
    return 0
  })
}

import { organisationSwitch } from '@hongyan/contract/settings'
import { type Command, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

/** `hongyan switch`: what the organisation has switched on; with a name and `on` or `off`, turns one. */
export const switchCommand: Command = async (input) => {
  const [name, wanted] = input.words
  const known = name === undefined ? null : organisationSwitch.safeParse(name)
  if (known?.success === false)
    throw new UsageError(`one of ${organisationSwitch.options.join(', ')} is needed`)
  if (known && wanted !== 'on' && wanted !== 'off') throw new UsageError('on or off is needed')
  return withApp(input, async ({ directory, settings }) => {
    const organisation = await directory.organisation()
    if (!organisation) throw new UsageError('there is no organisation yet; hongyan domain add')
    if (known) await settings.turn(organisation.id, known.data, wanted === 'on')
    for (const [key, value] of Object.entries(await settings.switches(organisation.id)))
      input.print(`${key} ${value === 1 ? 'on' : 'off'}`)
    return 0
  })
}

import { limits } from '@hongyan/contract/limits'
import { namedSkins } from '@hongyan/contract/skins'
import { type Command, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

/** `hongyan festival`: which skin is offered to everybody; with a skin offers it, with `off` none any more. */
export const festivalCommand: Command = async (input) => {
  const [name, ...words] = input.words
  const festivalSkin = name === 'off' ? '' : namedSkins.find((skin) => skin === name)
  if (name !== undefined && festivalSkin === undefined)
    throw new UsageError(`one of ${namedSkins.join(', ')}, or off, is needed`)
  const festivalAskWord = words.join(' ').trim()
  if (festivalAskWord.length > limits.festivalWords)
    throw new UsageError(`the words may have ${limits.festivalWords} characters`)
  return withApp(input, async ({ directory, settings }) => {
    const organisation = await directory.organisation()
    if (!organisation) throw new UsageError('there is no organisation yet; hongyan domain add')
    if (festivalSkin !== undefined)
      await settings.offerSkin(organisation.id, { festivalSkin, festivalAskWord })
    const now = await settings.festival(organisation.id)
    input.print(now.festivalSkin === '' ? 'off' : `${now.festivalSkin} ${now.festivalAskWord}`)
    return 0
  })
}

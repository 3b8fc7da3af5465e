import { everyType } from '@hongyan/contract/assistant-wire'
import type { ConsoleOrganisation } from '@hongyan/contract/console-organisation'
import type { OrganisationSwitch } from '@hongyan/contract/settings'
import { namedSkins } from '@hongyan/contract/skins'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AtWork, ConsoleActs } from '../console/console.public.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Settings } from '../settings/settings.public.ts'

export interface OrganisationParts {
  database: Database
  directory: Pick<Directory, 'renameOrganisation' | 'departments'>
  settings: Pick<
    Settings,
    'switches' | 'turn' | 'festival' | 'offerSkin' | 'assistantLimits' | 'limitAssistant'
  >
  /** What the machine's variables say. */
  machine: {
    values: readonly { name: string; value: string }[]
    assistant: { off: readonly number[]; notIn: readonly string[]; endpoints: readonly unknown[] }
  }
  acts: ConsoleActs
}

type AssistantFunction = ConsoleOrganisation['assistant']['off'][number]

/** Name, switches, festival and the assistant's limits. */
export function createOrganisationDesk(parts: OrganisationParts) {
  const { directory, settings, machine, acts } = parts
  return {
    one: async ({ admin }: AtWork): Promise<ConsoleOrganisation> => {
      const id = admin.organisationId
      const [switches, festival, limits] = await Promise.all([
        settings.switches(id),
        settings.festival(id),
        settings.assistantLimits(id),
      ])
      return {
        name: admin.organisation,
        switches: Object.fromEntries(
          Object.entries(switches).map(([key, value]) => [key, value === 1]),
        ) as ConsoleOrganisation['switches'],
        festival: {
          skin: namedSkins.find((skin) => skin === festival.festivalSkin) ?? '',
          question: festival.festivalAskWord,
        },
        assistant: {
          off: functionsOf(limits.off),
          notIn: limits.notIn,
          machine: {
            off: functionsOf(machine.assistant.off),
            notIn: [...machine.assistant.notIn],
          },
          hasModel: machine.assistant.endpoints.length > 0,
        },
        machine: [...machine.values],
      }
    },
    rename: (work: AtWork, name: string): Promise<unknown> =>
      acts.doing(work, { act: 'organisation-renamed', whom: name }, () =>
        directory.renameOrganisation(work.admin.organisationId, name),
      ),
    turn: (work: AtWork, key: OrganisationSwitch, on: boolean): Promise<void> =>
      acts.doing(work, { act: 'switch-turned', whom: key, details: { on } }, () =>
        settings.turn(work.admin.organisationId, key, on),
      ),
    offer: (work: AtWork, { skin, question }: ConsoleOrganisation['festival']): Promise<void> =>
      acts.doing(work, { act: 'festival-offered', whom: skin, details: { question } }, () =>
        settings.offerSkin(work.admin.organisationId, {
          festivalSkin: skin,
          festivalAskWord: skin === '' ? '' : question,
        }),
      ),
    /** @throws console.department-gone */
    limitAssistant: async (
      work: AtWork,
      { off, notIn }: { off: readonly AssistantFunction[]; notIn: number[] },
    ): Promise<void> => {
      const { organisationId } = work.admin
      const known = await directory.departments(organisationId)
      if (!notIn.every((id) => known.some((one) => one.id === id)))
        throw new AppError('console.department-gone')
      const details = { off: off.join(', '), departments: notIn.length }
      await acts.doing(work, { act: 'assistant-limited', details }, () =>
        settings.limitAssistant(organisationId, {
          off: [...new Set(off)].map((name) => everyType[name]),
          notIn: [...new Set(notIn)],
        }),
      )
    },
  }
}

const functionsOf = (types: readonly number[]): AssistantFunction[] =>
  Object.entries(everyType).flatMap(([name, type]) =>
    types.includes(type) ? [name as AssistantFunction] : [],
  )

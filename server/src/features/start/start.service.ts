import { limits } from '@hongyan/contract/limits'
import { isLongList, type Room } from '@hongyan/contract/list-mode'
import type { PlatformConfig } from '@hongyan/contract/settings'
import type { FirstScreen } from '@hongyan/contract/start'
import type { Folders } from '../folders/folders.public.ts'
import type { Messages } from '../messages/messages.public.ts'
import type { WhoIs } from '../session/session.public.ts'
import type { SettingsParts } from '../settings/settings.public.ts'

interface Options {
  whoIs: WhoIs
  index: SettingsParts['index']
  platform(): Promise<PlatformConfig>
  folders: Pick<Folders, 'list'>
  messages: Pick<Messages, 'list'>
}

/** Who calls, as each part wants to know it. */
type Caller = { person: Parameters<SettingsParts['index']>[0] } & Parameters<WhoIs>[0] &
  Parameters<Folders['list']>[0] &
  Parameters<Messages['list']>[0]

interface Asked extends Room {
  at: 'start' | 'inbox' | 'elsewhere'
}

export type Start = ReturnType<typeof createStart>

/** The first screen in one answer. Each part is made by whoever answers it alone, for the same caller: there are no other rights. */
export const createStart = ({ whoIs, index, platform, folders, messages }: Options) => ({
  /** @throws session.expired when the user is gone */
  first: async (caller: Caller, asked: Asked): Promise<FirstScreen> => {
    const [user, mine, config, lists] = await Promise.all([
      whoIs(caller),
      // How the product looks and behaves goes with the person into every mailbox.
      index(caller.person),
      platform(),
      folders.list(caller),
    ])
    const first = { user, settings: mine, platform: config, folders: lists }
    const begins = asked.at === 'inbox' || (asked.at === 'start' && mine.startInInbox === 1)
    const inbox = lists.folderList.find(({ role }) => role === 'inbox')
    if (!begins || !inbox || inbox.lockedBy !== null) return { ...first, inbox: null }
    const pageSize = isLongList(mine, asked) ? limits.listBlock : mine.mailCount
    const request = { mailboxId: inbox.folderId, pageSize, conversation: mine.conversation === 1 }
    const page = await messages.list(caller, { ...request, ...wholeByDate })
    return { ...first, inbox: { ...request, page } }
  },
})

/** As a list is that nobody has sorted or filtered. */
const wholeByDate = { filter: 'all', assigned: 'all', sort: 'date', direction: 'next' } as const

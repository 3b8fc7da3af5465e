import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, ownAddress } from './fields.ts'
import { folderLists } from './folders.ts'
import { page } from './messages.ts'
import { userInfo } from './session.ts'
import { platformConfig, settingsIndex } from './settings.ts'

/** The page of the inbox that the first screen shows, and how E65 would be asked for the same. */
export const firstPage = z.object({
  mailboxId: id,
  pageSize: z.number(),
  conversation: z.boolean(),
  page,
})

/** All that the first screen is drawn with, each part as its own endpoint answers it: E23, E29, N16, E90, E65. */
export const firstScreen = z.object({
  user: userInfo,
  settings: settingsIndex,
  platform: platformConfig,
  folders: folderLists,
  /** Read after the folders, so that nothing their `modseq` covers is missing; null where the person does not begin there. */
  inbox: firstPage.nullable(),
})
export type FirstScreen = z.infer<typeof firstScreen>

export const start = {
  first: endpoint({
    id: 'X311',
    method: 'GET',
    path: 'mail/main/start',
    summary:
      'What the first screen shows, in one answer: user, settings, platform, folders and the first page of the inbox, each as its own endpoint answers it',
    guard: 'session',
    member: 'read',
    query: z.object({
      /** Where the page begins; `start`: where the settings say. */
      at: z.enum(['start', 'inbox', 'elsewhere']).default('start'),
      /** The window is a phone's, or has room for list and reader: how long the list is depends on it. */
      phone: flag.default(false),
      wide: flag.default(false),
      emailAddr: ownAddress,
    }),
    reply: firstScreen,
    errors: ['address.not-yours'],
  }),
}

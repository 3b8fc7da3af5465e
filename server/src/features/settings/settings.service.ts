import {
  type GeneralConfig,
  generalConfig,
  type OrganisationSwitch,
  organisationSwitch,
  type SettingsIndex,
  switchDefaults,
} from '@hongyan/contract/settings'
import { type SkinId, skinIds } from '@hongyan/contract/skins'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'

type Festival = Pick<SettingsIndex, 'festivalSkin' | 'festivalAskWord'>

/** What a user starts with (limits ledger L15-L24), and what this build offers. */
const defaults: SettingsIndex = {
  language: 'zh',
  fontSize: 1,
  layout: 3,
  tableSize: 2,
  mailCount: 15,
  timeZone: 8,
  timeFormat: 24,
  currentSkin: 'skin_0',
  festivalSkin: '',
  festivalAskWord: '',
  darkMode: 'system',
  newMailNotification: 1,
  newMailSound: 1,
  notificationContent: 1,
  smsNotice: 0,
  smsNoticeEnable: 0,
  displayEmail: 1,
  showMailSize: 1,
  showMailPageNumber: 2,
  showMailList: 1,
  showPreview: 1,
  showListEmail: 0,
  conversation: 0,
  mailSourceMarkEnable: 0,
  strangerMarkEnable: 0,
  undoSendSeconds: 5,
  systemCopyringht: '',
  controlFileTypes:
    'exe,bat,cmd,com,scr,pif,vbs,vbe,js,jse,wsf,wsh,msi,msp,jar,cpl,hta,lnk,reg,ps1,apk',
  logoutLink: '',
  mailMoveEnable: 1,
  calendarEnable: 0,
  mailArchiveEnable: 0,
  mailClient: '',
  gatewayEnable: 0,
  validTime: '',
  showLogout: 1,
  displayOrg: 1,
  adminMailgroupFlag: 0,
  authMailgroupFlag: 0,
  saveContact: 1,
  approvalCount: 0,
  mailApproval: 0,
  privateEnable: 0,
  islandPersonnel: 0,
  passwordComplexLevel: 2,
  autoForwardEnable: 1,
  ...switchDefaults,
  netdiskEnable: '{"enabled":"0"}',
  previewEnable: '{"enabled":"1"}',
  readReceipt: 'ask',
  subjectPrefix: 'auto',
  replyWithOriginal: 1,
  forwardWithOriginal: 1,
  signPosition: 1,
  shortcutSet: 'gmail',
  shortcutKeys: {},
  startInInbox: 0,
  firstSteps: 1,
  assistant: 1,
  assistantStyle: 0,
  assistantDaily: 0,
  assistantOff: [],
  assistantModel: [],
}

export type Settings = ReturnType<typeof createSettings>

/** A user's settings over the defaults. */
export function createSettings({
  directory,
  autoForward,
  startInInbox,
  preview,
  passwordLevel,
  logoutLink,
  archiveLink,
  clientLink,
  gatewayLink,
  copyright,
  smsNotices,
  assistant,
}: {
  directory: Directory
  /** False: the organisation lets nothing be passed on by itself. */
  autoForward: boolean
  startInInbox: boolean
  /** False: no attachment is shown in the browser. */
  preview: boolean
  passwordLevel: number
  /** Where browsers go after signing out, and pages of others that the menu opens; null: nowhere else, and none. */
  logoutLink: string | null
  archiveLink: string | null
  clientLink: string | null
  gatewayLink: string | null
  copyright: string | null
  /** The gateway for text messages can tell of new mail. */
  smsNotices: boolean
  /** Departments that have no assistant, and types of its functions that nobody has. */
  assistant: {
    notIn: readonly string[]
    off: number[]
    endpoints: readonly unknown[]
    modelFor: number[]
  }
}) {
  const platform = {
    autoForwardEnable: autoForward ? 1 : 0,
    previewEnable: JSON.stringify({ enabled: preview ? '1' : '0' }),
    passwordComplexLevel: passwordLevel,
    logoutLink: logoutLink ?? '',
    mailArchiveEnable: archiveLink === null ? 0 : 1,
    mailClient: clientLink ?? '',
    gatewayEnable: gatewayLink === null ? 0 : 1,
    systemCopyringht: copyright ?? '',
    smsNoticeEnable: smsNotices ? 1 : 0,
    assistantModel: assistant.endpoints.length > 0 ? assistant.modelFor : [],
  }
  return {
    /** @throws item.not-found where there is no archive */
    archiveUrl: (): string => {
      if (archiveLink === null) throw new AppError('item.not-found')
      return archiveLink
    },
    gatewayUrl: (): string => gatewayLink ?? '',
    /** @throws session.expired when the user is gone */
    of: async (userId: UserId): Promise<SettingsIndex> => {
      const user = await directory.user(userId)
      if (!user) throw new AppError('session.expired')
      return {
        ...defaults,
        startInInbox: startInInbox ? 1 : 0,
        ...user.settings,
        ...platform,
        validTime: user.validUntil?.toISOString() ?? '',
        ...switchesOf(user.organisationSettings),
        ...assistantOf(user.organisationSettings, user, assistant),
        ...festivalOf(user.organisationSettings),
      }
    },
    /** What the person set; see E114. */
    configOf: async (userId: UserId): Promise<GeneralConfig> => {
      const user = await directory.user(userId)
      if (!user) throw new AppError('session.expired')
      const { data } = generalConfig.safeParse({ ...defaults, ...user.settings })
      if (!data) throw new Error('settings are stored that no call may set')
      return data
    },
    /** Changes several, in a transaction of the caller's. */
    changeIn: async (tx: Db, userId: UserId, changes: Partial<GeneralConfig>): Promise<void> => {
      await directory.changeSettings(userId, changes, tx)
    },
    changeSkin: async (userId: UserId, skin: SkinId): Promise<void> => {
      await directory.changeSettings(userId, { currentSkin: skin })
    },
    /** Whether the interface offers a person to bring mail in from files (SHELL-13). */
    allowImport: async (accountId: AccountId, on: boolean): Promise<void> => {
      await directory.changeSettingsOf(accountId, { islandPersonnel: on ? 1 : 0 })
    },
    /** The switches of a whole organisation, which its administrator turns. */
    switches: async (id: OrganisationId) => switchesOf(await directory.organisationSettings(id)),
    turn: async (id: OrganisationId, key: OrganisationSwitch, on: boolean): Promise<void> => {
      await directory.changeOrganisationSettings(id, { [key]: on ? 1 : 0 })
    },
    /** What the organisation says of the assistant, besides the machine. */
    assistantLimits: async (id: OrganisationId): Promise<AssistantLimits> =>
      assistantLimitsOf(await directory.organisationSettings(id)),
    limitAssistant: async (id: OrganisationId, { off, notIn }: AssistantLimits): Promise<void> => {
      const limits = { assistantOff: off, assistantNotIn: notIn }
      await directory.changeOrganisationSettings(id, limits)
    },
    festival: async (id: OrganisationId) => festivalOf(await directory.organisationSettings(id)),
    /** Offers a skin to everybody, with words of its own if any; no skin offers none. */
    offerSkin: async (id: OrganisationId, offer: Festival): Promise<void> => {
      await directory.changeOrganisationSettings(id, { ...offer })
    },
  }
}

/** Types of functions that nobody has, and departments without the assistant. */
interface AssistantLimits {
  off: number[]
  notIn: number[]
}

const numbersIn = (kept: unknown): number[] =>
  Array.isArray(kept) ? kept.filter((one): one is number => typeof one === 'number') : []

const assistantLimitsOf = (kept: Record<string, unknown>): AssistantLimits => ({
  off: numbersIn(kept.assistantOff),
  notIn: numbersIn(kept.assistantNotIn),
})

/** What the machine and the organisation take away, together; a department's with all below it. */
function assistantOf(
  kept: Record<string, unknown>,
  { departments }: { departments: readonly { id: number; name: string }[] },
  machine: { notIn: readonly string[]; off: readonly number[] },
): Partial<SettingsIndex> {
  const { off, notIn } = assistantLimitsOf(kept)
  const without = departments.some(
    ({ id, name }) => machine.notIn.includes(name) || notIn.includes(id),
  )
  return {
    assistantOff: [...new Set([...machine.off, ...off])],
    ...(without ? { assistantEnable: 0 } : {}),
  }
}

/** As the administrator turned them. */
const switchesOf = (kept: Record<string, unknown>): Record<OrganisationSwitch, number> =>
  Object.fromEntries(
    organisationSwitch.options.map((key) => [key, kept[key] ?? switchDefaults[key]]),
  ) as Record<OrganisationSwitch, number>

function festivalOf({ festivalSkin, festivalAskWord }: Record<string, unknown>): Festival {
  const skin = skinIds.find((id) => id === festivalSkin)
  if (!skin) return { festivalSkin: '', festivalAskWord: '' }
  return {
    festivalSkin: skin,
    festivalAskWord: typeof festivalAskWord === 'string' ? festivalAskWord : '',
  }
}

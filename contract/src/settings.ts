import { z } from 'zod'
import { autoAnswerErrors, autoForward, autoReply } from './auto-answers.ts'
import { endpoint } from './endpoint.ts'
import { nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'
import { darkModes, skinIds } from './skins.ts'

/**
 * The settings index (specification §3). Odd spellings (`systemCopyringht`) are the specification's
 * and stay on the wire; flags are 0/1 as its clients expect.
 */
export const settingsIndex = z.object({
  language: z.enum(['zh', 'en']),
  fontSize: z.number(),
  layout: z.number(),
  tableSize: z.number(),
  mailCount: z.number(),
  timeZone: z.number(),
  timeFormat: z.number(),
  currentSkin: z.enum(skinIds),
  /** Offered to everybody for a while; '' for none. */
  festivalSkin: z.enum(skinIds).or(z.literal('')),
  /** What the offer says, '' for our own words. */
  festivalAskWord: z.string(),
  darkMode: z.enum(darkModes),
  newMailNotification: z.number(),
  newMailSound: z.number(),
  /** 1: notifications of the system show sender and subject; 0: only that there is new mail. */
  notificationContent: z.number(),
  /** 1: the bound phone is told of new mail by text messages that say how many, and nothing else of it. */
  smsNotice: z.number(),
  /** 1: such text messages can be sent; a field of ours. */
  smsNoticeEnable: z.number(),
  displayEmail: z.number(),
  showMailSize: z.number(),
  /** 0 continuous, 1 pages, 2 by the screen. */
  showMailPageNumber: z.number(),
  showMailList: z.number(),
  /** First words of each mail in the list. */
  showPreview: z.number(),
  /** Sender's address beside the name in the list. */
  showListEmail: z.number(),
  /** 1: lists show conversations, 0: single mails. */
  conversation: z.number(),
  mailSourceMarkEnable: z.number(),
  strangerMarkEnable: z.number(),
  undoSendSeconds: z.number(),
  systemCopyringht: z.string(),
  controlFileTypes: z.string(),
  logoutLink: z.string(),
  mailMoveEnable: z.number(),
  calendarEnable: z.number(),
  mailArchiveEnable: z.number(),
  /** 1: mail programs may be let in (CLIENTACCESS-09); the administrator says so. */
  clientSwitch: z.number(),
  /** 1: people see and shut out the programs and browsers that are in; a field of ours. */
  deviceEnable: z.number(),
  /** Where the apps are; '' for nowhere. */
  mailClient: z.string(),
  /** 1: there is a page of the mail gateway (E165); a field of ours. */
  gatewayEnable: z.number(),
  /** When the mailbox ends, RFC 3339; '' for never. */
  validTime: z.string(),
  /** 1: everything is grey, on a day of mourning. */
  enableGray: z.number(),
  /** 1: name and address of the reader stand lightly over the page. */
  watermark: z.number(),
  /** 1: the way out of the More menu is shown as well. */
  showLogout: z.number(),
  displayOrg: z.number(),
  adminMailgroupFlag: z.number(),
  authMailgroupFlag: z.number(),
  /** 1: people one writes to are kept as recent contacts and offered again. */
  saveContact: z.number(),
  mailApprovalDownload: z.number(),
  approvalCount: z.number(),
  mailApproval: z.number(),
  privateEnable: z.number(),
  /** 1: this person may bring mail in from files (G52); the administrator says who. */
  islandPersonnel: z.number(),
  passwordComplexLevel: z.number(),
  autoForwardEnable: z.number(),
  /** 1: people may give themselves further addresses (SECURITY-11); a field of ours. */
  aliasEnable: z.number(),
  /** 1: S/MIME keys and encrypted mail. */
  smimeEnable: z.number(),
  /** 1: the composer offers to encrypt. */
  secretModeEnable: z.number(),
  /** Each a JSON whose `enabled` is '1' or '0' (specification §3). */
  netdiskEnable: z.string(),
  previewEnable: z.string(),
  /** What to do when a read receipt is asked for. */
  readReceipt: z.enum(['never', 'ask', 'always']),
  /** Language of `Re:` and `Fw:` and of the head over a quoted mail; `auto`: `Re:` and the interface's language. */
  subjectPrefix: z.enum(['auto', 'zh', 'en']),
  /** 1: an answer, a forwarded mail holds the original. */
  replyWithOriginal: z.number(),
  forwardWithOriginal: z.number(),
  /** 1: a signature stands above the quoted original, 0: below it. */
  signPosition: z.number(),
  /** Keys of the shortcuts (G116): a set, and own ones in place of some, by the name of the shortcut. */
  shortcutSet: z.enum(['gmail', 'classic']),
  shortcutKeys: z.record(z.string(), z.string()),
  /** 1: the page begins in the inbox, 0: on the home screen (ROUTES-06). */
  startInInbox: z.number(),
  /** 1: the home screen shows the first steps. */
  firstSteps: z.number(),
  /** 1: this person uses the assistant, and mail that is given to it may go to the organisation's model; fields of ours. */
  assistant: z.number(),
  /** 1: drafts keep to how this person writes, by what was sent last. */
  assistantStyle: z.number(),
  /** 1: the home screen has its brief on the day made by itself, at the first look in the morning. */
  assistantDaily: z.number(),
  /** 1: the organisation has the assistant, and this person's department too. */
  assistantEnable: z.number(),
  /** Types of its functions that the administrator turned off (L67). */
  assistantOff: z.array(z.number()),
  /** Types that a model answers; what only a model can do is not offered for others. */
  assistantModel: z.array(z.number()),
})
export type SettingsIndex = z.infer<typeof settingsIndex>

/** Settings that are on (1) or off (0). */
export const switchSetting = z.enum([
  'newMailNotification',
  'newMailSound',
  'notificationContent',
  'smsNotice',
  'displayEmail',
  'showMailSize',
  'showMailList',
  'showPreview',
  'showListEmail',
  'conversation',
  'mailSourceMarkEnable',
  'strangerMarkEnable',
  'startInInbox',
  'firstSteps',
  'saveContact',
  'assistant',
  'assistantStyle',
  'assistantDaily',
])
export type SwitchSetting = z.infer<typeof switchSetting>

/** What each setting that is no switch may be. */
const choices = {
  language: z.enum(['zh', 'en']),
  mailCount: z.union([z.literal(15), z.literal(30), z.literal(50), z.literal(100)]),
  tableSize: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  layout: z.union([z.literal(2), z.literal(3)]),
  fontSize: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  timeFormat: z.union([z.literal(12), z.literal(24)]),
  timeZone: z.number().int().min(limits.timeZones.min).max(limits.timeZones.max),
  // 0: one long list, 1: pages (MAILLIST-07), 2: what suits the screen: pages only where the list has it to itself.
  showMailPageNumber: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  darkMode: z.enum(darkModes),
  readReceipt: z.enum(['never', 'ask', 'always']),
  subjectPrefix: z.enum(['auto', 'zh', 'en']),
  replyWithOriginal: z.union([z.literal(0), z.literal(1)]),
  forwardWithOriginal: z.union([z.literal(0), z.literal(1)]),
  signPosition: z.union([z.literal(0), z.literal(1)]),
  shortcutSet: z.enum(['gmail', 'classic']),
  shortcutKeys: z
    .record(text(20), text(20).min(1))
    .refine((own) => Object.keys(own).length <= limits.shortcuts, { message: 'too many' }),
  undoSendSeconds: z.number().int().min(0).max(30),
}
type ChoiceName = keyof typeof choices
const choiceNames = Object.keys(choices) as ChoiceName[]

/** One setting with its new value. */
export type SettingChange =
  | { key: SwitchSetting; value: 0 | 1 }
  | { [K in ChoiceName]: { key: K; value: z.infer<(typeof choices)[K]> } }[ChoiceName]

const oneChange = (name: ChoiceName) => z.object({ key: z.literal(name), value: choices[name] })

/** Settings that one call may change, each with its own rule. */
export const settingChange = z.discriminatedUnion('key', [
  z.object({ key: switchSetting, value: z.union([z.literal(0), z.literal(1)]) }),
  ...choiceNames.map(oneChange),
]) as unknown as z.ZodType<SettingChange>

const switches = Object.fromEntries(
  switchSetting.options.map((name) => [name, z.union([z.literal(0), z.literal(1)])]),
) as Record<SwitchSetting, z.ZodUnion<[z.ZodLiteral<0>, z.ZodLiteral<1>]>>

/** The general config (specification §3 General): what a person set, without what the organisation offers. */
export const generalConfig = z.object({ ...choices, ...switches })
export type GeneralConfig = z.infer<typeof generalConfig>

/** With what mail is answered and passed on by itself. */
export const wholeConfig = generalConfig.extend({ autoReply, autoForward })

/** What an administrator switches for the whole organisation. */
export const organisationSwitch = z.enum([
  'aliasEnable',
  'smimeEnable',
  'secretModeEnable',
  'enableGray',
  'watermark',
  'clientSwitch',
  'deviceEnable',
  'assistantEnable',
  'mailApprovalDownload',
])
export type OrganisationSwitch = z.infer<typeof organisationSwitch>

/** What a switch is as long as nobody turned it. */
export const switchDefaults: Readonly<Record<OrganisationSwitch, 0 | 1>> = {
  aliasEnable: 0,
  smimeEnable: 1,
  secretModeEnable: 1,
  enableGray: 0,
  watermark: 0,
  clientSwitch: 1,
  deviceEnable: 1,
  assistantEnable: 1,
  mailApprovalDownload: 0,
}

/** What the browser must know of the installation, signed in or not. */
export const platformConfig = z.object({
  organisation: z.string(),
  pushBase: z.string(),
  /** Host names under which some things are not shown (G50). */
  hideSome: z.array(z.string()),
  hideWangguan: z.array(z.string()),
  /** Host names under which the assistant is offered. */
  showAi: z.array(z.string()),
  /** Path of the assistant's socket on the host of the page (E39). */
  aiUrl: z.string(),
  systemCopyringht: z.string(),
  /** Where the apps are; '' for nowhere. */
  mailClient: z.string(),
  version: z.string(),
  /** Where phone browsers are sent, path kept (G58): this port of the same host, by the scheme of the page; 0: nowhere. */
  phonePort: z.number(),
  /** 1: /smimePage is open to everybody. */
  smimeEnable: z.number(),
  /** What single sign-on is called on its button; '' where there is none. */
  sso: z.string(),
  demo: z.object({ accounts: z.array(z.string()) }).nullable(),
})
export type PlatformConfig = z.infer<typeof platformConfig>

export const settings = {
  platform: endpoint({
    id: 'N16',
    method: 'GET',
    path: 'platform/config',
    summary:
      'What the browser must know before login: name of the organisation, push address, demo accounts',
    guard: 'public',
    reply: platformConfig,
    errors: [],
  }),
  index: endpoint({
    id: 'E29',
    method: 'POST',
    path: 'mail/main/index',
    summary: 'Settings of the signed-in user and what the platform offers',
    guard: 'session',
    member: 'read',
    body: z.object({ emailAddr: ownAddress }).optional(),
    reply: settingsIndex,
    errors: ['address.not-yours'],
  }),
  changeSetting: endpoint({
    id: 'E112',
    method: 'POST',
    path: 'generalConfig/single/update',
    summary: 'Change one setting',
    guard: 'session',
    member: 'read',
    body: settingChange,
    reply: nothing,
    errors: [],
  }),
  saveConfig: endpoint({
    id: 'E109',
    method: 'POST',
    path: 'generalConfig/save',
    summary:
      'Change any number of settings at once: all of them, or none where one is refused; what is left out stays',
    guard: 'session',
    member: 'full',
    body: wholeConfig.partial().extend({ emailAddr: ownAddress }),
    reply: nothing,
    errors: [...autoAnswerErrors, 'address.not-yours'],
  }),
  config: endpoint({
    id: 'E114',
    method: 'GET',
    path: 'generalConfig/get',
    summary: 'The whole general config, with the automatic reply and forward',
    guard: 'session',
    member: 'full',
    query: z.object({ emailAddr: ownAddress }),
    reply: wholeConfig,
    errors: ['address.not-yours'],
  }),
  shortConfig: endpoint({
    id: 'E115',
    method: 'GET',
    path: 'generalConfig/gain',
    summary: 'The general config without the automatic reply and forward, which E116 and E117 give',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: generalConfig,
    errors: ['address.not-yours'],
  }),
  changeSkin: endpoint({
    id: 'E113',
    method: 'POST',
    path: 'generalConfig/skin/update',
    summary: 'Change the skin',
    guard: 'session',
    member: 'read',
    body: z.object({ skin: z.enum(skinIds) }),
    reply: nothing,
    errors: [],
  }),
  archiveUrl: endpoint({
    id: 'E168',
    method: 'GET',
    path: 'mail/archive/url',
    summary: 'The page of the mail archive (G6), where mailArchiveEnable is 1',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ url: z.string() }),
    errors: ['item.not-found', 'address.not-yours'],
  }),
  gatewayUrl: endpoint({
    id: 'E165',
    method: 'GET',
    path: 'mail/gateway/gatewayUrl',
    summary: 'The page of the mail gateway; empty where there is none',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ url: z.string() }),
    errors: ['address.not-yours'],
  }),
  quota: endpoint({
    id: 'E31',
    method: 'GET',
    path: 'mail/main/quota/useInfo',
    summary: 'Quota and use in bytes',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({
      maxMap: z.object({ setSize: z.number() }),
      curMap: z.object({ curSize: z.number() }),
    }),
    errors: ['address.not-yours'],
  }),
}
/** Longest organisation name, shared with the command line. */
export const organisationName = text(100)

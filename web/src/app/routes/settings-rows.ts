import { phone } from '@hongyan/contract/phone'
import {
  asksForSecondStep,
  secondStepQuery,
} from '../../features/second-step/second-step-query.public.ts'
import { mayNow, platformQuery, settingsQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import type { FullKey } from '../../lib/text-keys.ts'

/** Rows and sections of the pages under /set by the keys of their names: where the search over all settings leads. */
export const settingsRows = {
  normalset: {
    '': [
      'common:language',
      'settings:fontSize',
      'reader:settings.displayEmail',
      'reader:settings.receipt',
      'reader:settings.pictureSenders',
      'reader:settings.prefix',
      'reader:settings.replyWithOriginal',
      'reader:settings.forwardWithOriginal',
      'reader:settings.saveContact',
      'settings:startInInbox',
      'settings:paging',
      'settings:mailCount',
      'settings:columns',
      'settings:showMailList',
      'settings:tableSize',
      'settings:conversation',
      'settings:showPreview',
      'settings:showMailSize',
      'settings:showListEmail',
      'settings:mailSourceMarkEnable',
      'settings:strangerMarkEnable',
      'settings:timeFormat',
      'settings:timeZone',
      'settings:newMailNotification',
      'settings:newMailSound',
      'settings:notificationContent',
      'settings:smsNotice',
      'settings:undoSendSeconds',
      'notifications:system',
      'settings:assistant',
      'settings:assistantStyle',
      'settings:assistantDaily',
      'rules:reply.enabled',
      'rules:forward.enabled',
    ],
  },
  skinpeeling: { '': ['skins:skin', 'skins:dark.title'] },
  signature: { '': ['signatures:position'] },
  accountalias: {
    '/1': ['passwords:tab'],
    '/2': [
      'second:totpTitle',
      'passkeys:title',
      'second:phoneTitle',
      'second:mailTitle',
      'second:recoveryTitle',
      'second:browsersTitle',
    ],
    '/3': ['profile:nickname', 'shell:gender', 'profile:duties', 'profile:newAlias'],
    '/4': ['lock:use', 'lock:password', 'lock:minutes', 'lock:byHand'],
    '/5': ['session:title'],
  },
  device: { '': ['client-access:devices.program.title', 'client-access:devices.browser.title'] },
  client: {
    '': [
      'client-access:access',
      'client-access:state',
      'client-access:code.title',
      'client-access:fields.title',
      'client-access:phone.title',
      'client-access:steps.title',
    ],
  },
} as const satisfies Record<string, Record<string, readonly FullKey[]>>

const settings = () => queryClient.ensureQueryData(settingsQuery)
const isSecondStep = async () => asksForSecondStep(await queryClient.fetchQuery(secondStepQuery))

const hasAssistant = async () =>
  (await settings()).assistantEnable === 1 &&
  (await queryClient.ensureQueryData(platformQuery)).showAi.includes(location.hostname)

/** Rows that are not always drawn, each by whether it is. */
export const drawnRows = {
  normalset: {
    'settings:mailCount': async () => (await settings()).showMailPageNumber !== 0,
    'settings:assistant': hasAssistant,
    'settings:assistantStyle': hasAssistant,
    'settings:assistantDaily': hasAssistant,
    'settings:smsNotice': async () =>
      (await settings()).smsNoticeEnable === 1 && mayNow(phone.bound),
  },
  accountalias: {
    'profile:newAlias': async () => (await settings()).aliasEnable === 1,
    'second:recoveryTitle': isSecondStep,
    'second:browsersTitle': isSecondStep,
  },
} as const satisfies Record<string, Partial<Record<FullKey, () => Promise<boolean>>>>

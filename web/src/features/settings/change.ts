import type { SettingChange } from '@hongyan/contract/settings'
import { changeSetting } from '../../lib/me.ts'
import { attempt } from '../../lib/trouble.ts'

/** Changes a setting at once; when the server refuses, the old value comes back and the reason is said. @returns done */
export const change = (setting: SettingChange): Promise<boolean> =>
  attempt(() => changeSetting(setting))

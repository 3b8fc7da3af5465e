import type { SettingChange } from '@hongyan/contract/settings'
import { ApiError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { changeSetting } from '../../lib/me.ts'
import { toast } from '../../ui/toast-store.ts'

/** Changes a setting at once; when the server refuses, the old value comes back and the reason is said. @returns done */
export async function change(setting: SettingChange): Promise<boolean> {
  try {
    await changeSetting(setting)
    return true
  } catch (error) {
    toast({
      kind: 'error',
      text: error instanceof ApiError ? error.message : translate('common:error'),
    })
    return false
  }
}

import { settings } from '@hongyan/contract/settings'
import type { SkinId } from '@hongyan/contract/skins'
import { call } from '../../lib/api.ts'
import { withSettings } from '../../lib/me.ts'

/** Drawn at once, put back when the server refuses. */
export const changeSkin = (skin: SkinId): Promise<void> =>
  withSettings({ currentSkin: skin }, () => call(settings.changeSkin, { body: { skin } }))

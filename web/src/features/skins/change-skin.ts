import { settings } from '@hongyan/contract/settings'
import type { SkinId } from '@hongyan/contract/skins'
import { call } from '../../lib/api.ts'
import { settingsQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'

/** Drawn at once, put back when the server refuses. */
export async function changeSkin(skin: SkinId): Promise<void> {
  const before = queryClient.getQueryData(settingsQuery.queryKey)
  if (before) queryClient.setQueryData(settingsQuery.queryKey, { ...before, currentSkin: skin })
  try {
    await call(settings.changeSkin, { body: { skin } })
  } catch (error) {
    queryClient.setQueryData(settingsQuery.queryKey, before)
    throw error
  }
}

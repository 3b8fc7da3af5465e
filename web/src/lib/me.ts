import { folders } from '@hongyan/contract/folders'
import { phone } from '@hongyan/contract/phone'
import { session, type UserInfo } from '@hongyan/contract/session'
import {
  type SettingChange,
  type SettingsIndex,
  settings as settingsApi,
} from '@hongyan/contract/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './api.ts'
import type { DateStyle } from './dates.ts'
import { useTranslation } from './i18n.ts'
import { queryClient } from './queries.ts'

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => call(session.userInfo, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(settingsApi.index, { body: {} }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const platformQuery = queryOptions({
  queryKey: ['platform'],
  queryFn: ({ signal }) => call(settingsApi.platform, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether codes can be sent to phones (AUTH-30). */
export const gatewayQuery = queryOptions({
  queryKey: ['sms-gateway'],
  queryFn: ({ signal }) => call(phone.gateway, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const quotaQuery = queryOptions({
  queryKey: ['quota'],
  queryFn: ({ signal }) => call(settingsApi.quota, { query: {} }, { signal }),
})

export const archiveQuery = queryOptions({
  queryKey: ['archive-link'],
  queryFn: ({ signal }) => call(settingsApi.archiveUrl, { query: {} }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const mailGatewayQuery = queryOptions({
  queryKey: ['gateway-link'],
  queryFn: ({ signal }) => call(settingsApi.gatewayUrl, { query: {} }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const unreadQuery = queryOptions({
  queryKey: ['unread-count'],
  queryFn: ({ signal }) => call(folders.unreadCount, { query: {} }, { signal }),
})

/** Who is signed in; undefined while it loads. */
export const useUser = (): UserInfo | undefined => useQuery(userQuery).data

/** The settings index; undefined while it loads. */
export const useSettings = (): SettingsIndex | undefined => useQuery(settingsQuery).data

/** True on a host that shows less (G50), and until it is known. */
export const useHidesSome = (): boolean =>
  useQuery(platformQuery).data?.hideSome.includes(location.hostname) ?? true

/** How the user reads times. */
export function useDateStyle(): DateStyle {
  const settings = useSettings()
  const { language } = useTranslation()
  const zone = settings?.timeZone ?? 8
  const hour12 = settings?.timeFormat === 12
  return useMemo(() => ({ zone, hour12, language }), [zone, hour12, language])
}

/** Changes one setting: on screen at once, put back when the server refuses. */
export async function changeSetting(change: SettingChange): Promise<void> {
  const before = queryClient.getQueryData(settingsQuery.queryKey)
  if (before)
    queryClient.setQueryData(settingsQuery.queryKey, { ...before, [change.key]: change.value })
  try {
    await call(settingsApi.changeSetting, { body: change })
  } catch (error) {
    queryClient.setQueryData(settingsQuery.queryKey, before)
    throw error
  }
}

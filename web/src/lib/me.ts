import { type Endpoint, mayMemberCall } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { phone } from '@hongyan/contract/phone'
import { session, type UserInfo } from '@hongyan/contract/session'
import {
  type SettingChange,
  type SettingsIndex,
  settings as settingsApi,
} from '@hongyan/contract/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from './api.ts'
import type { DateStyle } from './dates.ts'
import { useTranslation } from './i18n.ts'
import { queryClient } from './queries.ts'
import { sharedAnswer } from './shared-answer.ts'
import { isSwitched } from './tokens.ts'

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
export const useUser: () => UserInfo | undefined = sharedAnswer(userQuery)

/** The settings index; undefined while it loads. */
export const useSettings: () => SettingsIndex | undefined = sharedAnswer(settingsQuery)

/** An endpoint, or what a part of one needs of a member. */
export type Needed = Pick<Endpoint, 'path' | 'member'> | Required<Pick<Endpoint, 'member'>>

export type May = (needed: Needed) => boolean

/**
 * Whether the server would answer: in another's mailbox a member may less than its owner. What is refused there is not
 * offered, and nothing is until it is known what the member may.
 */
export function useMay(): May {
  const user = useUser()
  return useCallback((needed) => mayIn(user, needed), [user])
}

/** The same for what is no part of the screen: keys, and what a screen of a moment ago still offers. */
export const mayNow: May = (needed) => mayIn(queryClient.getQueryData(userQuery.queryKey), needed)

const mayIn = (user: UserInfo | undefined, needed: Needed): boolean =>
  user === undefined
    ? !isSwitched()
    : user.member === null || mayMemberCall(needed, user.member.level)

/** True on a host that shows less (G50), and until it is known. */
export const useHidesSome = (): boolean => useHides('hideSome') !== false

/** Whether the platform names this host in a list of what is hidden; undefined until it is known. */
export function useHides(list: 'hideSome' | 'hideWangguan'): boolean | undefined {
  const { data, isError } = useQuery(platformQuery)
  return data?.[list].includes(location.hostname) ?? (isError || undefined)
}

/** How the user reads times. */
export function useDateStyle(): DateStyle {
  const settings = useSettings()
  const { language } = useTranslation()
  const zone = settings?.timeZone ?? 8
  const hour12 = settings?.timeFormat === 12
  return useMemo(() => ({ zone, hour12, language }), [zone, hour12, language])
}

/** Changes one setting: on screen at once, put back when the server refuses. */
export const changeSetting = (change: SettingChange): Promise<void> =>
  withSettings({ [change.key]: change.value }, () =>
    call(settingsApi.changeSetting, { body: change }),
  )

/**
 * Shows settings at once as `save` will make them. When the server refuses, they are put back, and nothing else: what
 * changed meanwhile stays.
 */
export async function withSettings(
  patch: Partial<SettingsIndex>,
  save: () => Promise<unknown>,
): Promise<void> {
  const { queryKey } = settingsQuery
  const before = queryClient.getQueryData(queryKey)
  const put = (values: Partial<SettingsIndex>) =>
    queryClient.setQueryData(queryKey, (now) => now && { ...now, ...values })
  put(patch)
  try {
    await save()
  } catch (error) {
    if (before) put(Object.fromEntries(entriesOf(before).filter(([key]) => key in patch)))
    throw error
  }
}

/** Whose mail is held, or who is asked to decide on one, has the entries of approval from then on. */
export const showApproval = (): void =>
  void queryClient.setQueryData(settingsQuery.queryKey, (now) => now && { ...now, mailApproval: 1 })

const entriesOf = (settings: SettingsIndex): [string, unknown][] => Object.entries(settings)

import { allTypes } from '@hongyan/contract/assistant-wire'
import { useQuery } from '@tanstack/react-query'
import { platformQuery, useSettings } from '../../lib/me.ts'
import { type AssistantWish, wishes } from './open-assistant.public.ts'

/** Whether the assistant is there: on this host (AI-01, G50), and in this organisation. */
export function useIsOffered(): boolean {
  const isOn = useSettings()?.assistantEnable === 1
  const hosts = useQuery(platformQuery).data?.showAi
  return isOn && hosts?.includes(location.hostname) === true
}

/** The same for who has not turned it off. */
export function useHasAssistant(): boolean {
  const wanted = useSettings()?.assistant === 1
  return useIsOffered() && wanted
}

/** What of it is there for this person: the administrator may turn off each function. */
export function useFunctions(): readonly AssistantWish[] {
  const off = useSettings()?.assistantOff
  const has = useHasAssistant()
  if (!has || off === undefined) return []
  return wishes.filter((one) => !off.includes(allTypes[one]))
}

import { listTypes } from '@hongyan/contract/assistant-wire'
import { useSettings } from '../../../lib/me.ts'
import { useHasAssistant } from '../functions.ts'

/** Whether the home screen offers a brief on the day: nobody turned it off. */
export function useHasDaily(): boolean {
  const has = useHasAssistant()
  const off = useSettings()?.assistantOff
  return has && off !== undefined && !off.includes(listTypes.daily)
}

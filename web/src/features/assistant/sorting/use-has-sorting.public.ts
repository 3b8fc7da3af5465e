import { assistantLists } from '@hongyan/contract/assistant-lists'
import { listTypes } from '@hongyan/contract/assistant-wire'
import { useMay, useSettings } from '../../../lib/me.ts'
import { useHasAssistant } from '../functions.ts'

/** Whether mails are proposed for labels: nobody turned it off, and it is one's own mailbox or as good. */
export function useHasSorting(): boolean {
  const has = useHasAssistant()
  const may = useMay()
  const off = useSettings()?.assistantOff
  return has && may(assistantLists.sort) && off !== undefined && !off.includes(listTypes.sorting)
}

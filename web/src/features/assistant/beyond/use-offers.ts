import { textTypes } from '@hongyan/contract/assistant-wire'
import { useSettings } from '../../../lib/me.ts'
import { useHasAssistant } from '../functions.ts'

type Offered = 'rewrite' | 'subject' | 'translate' | 'answers'

/** Whether something beyond the five is there: nobody turned it off, and where only a model can do it there is one. */
export function useOffers(name: Offered, { byModel }: { byModel: boolean }): boolean {
  const settings = useSettings()
  const has = useHasAssistant()
  const type = textTypes[name]
  if (!has || settings === undefined || settings.assistantOff.includes(type)) return false
  return !byModel || settings.assistantModel.includes(type)
}

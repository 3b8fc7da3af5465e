import { compose, type Sent } from '@hongyan/contract/compose'
import { call } from '../../../lib/api.ts'
import { type DateStyle, fullTime } from '../../../lib/dates.ts'
import { translate } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { settingsQuery, showApproval } from '../../../lib/me.ts'
import { queryClient } from '../../../lib/queries.ts'
import { tellTrouble } from '../../../lib/trouble.ts'
import { toast } from '../../../ui/toast-store.ts'

/** Tells that a mail was accepted, and offers to take it back as long as that is possible. */
export function sayItIsSent(sent: Sent, open: (path: string) => unknown): void {
  if (sent.state === 'awaiting-approval') {
    showApproval()
    const see = { label: translate('approval:held.see'), run: () => void open('/pending') }
    toast({ kind: 'info', text: translate('approval:held.said'), action: see })
    return
  }
  const run = () => void takeBack(sent.submissionId, open)
  if (sent.scheduledTime !== null) {
    const text = translate('compose:schedule.done', {
      time: fullTime(sent.scheduledTime, dateStyle()),
    })
    toast({ kind: 'success', text, action: { label: translate('compose:schedule.undo'), run } })
    return
  }
  const text = translate('compose:sent')
  // By the length that was chosen, not by the clock of this device.
  const seconds = sent.undoUntil === null ? 0 : (settings()?.undoSendSeconds ?? 5)
  if (seconds <= 0) {
    toast({ kind: 'success', text })
    return
  }
  const action = { label: translate('compose:undo'), run }
  toast({ kind: 'success', text, action, duration: seconds * 1000 })
}

async function takeBack(submissionId: number, open: (path: string) => unknown): Promise<void> {
  try {
    const { draftId } = await call(compose.cancel, { body: { submissionId, type: 'undo' } })
    open(`/write/neweditAgain/0?draft=${draftId}`)
    toast({ kind: 'info', text: translate('compose:undone') })
  } catch (error) {
    tellTrouble(error)
  }
}

const settings = () => queryClient.getQueryData(settingsQuery.queryKey)

/** Outside React: as `useDateStyle` has it. */
function dateStyle(): DateStyle {
  const { timeZone: zone = 8, timeFormat = 24 } = settings() ?? {}
  return { zone, hour12: timeFormat === 12, language: currentLanguage() }
}

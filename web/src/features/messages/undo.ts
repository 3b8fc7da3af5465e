import { type Moved, messages } from '@hongyan/contract/messages'
import { call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { onSessionEnd } from '../../lib/session-end.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { dismissToast, lastAction, toast } from '../../ui/toast-store.ts'
import { refreshLists, whileChanging } from './message-sync.ts'

/** How long a move can be taken back with one press. */
const undoTime = 8_000

let last: { run: () => void; until: number } | null = null
/** Moves that are on screen already and not yet answered; undo may be pressed before they are. */
let underWay = 0
let wanted = false

onSessionEnd(() => {
  last = null
  wanted = false
})

/** Runs a move that can be undone: `offerUndo` follows inside it. */
export async function undoable<T>(move: () => Promise<T>): Promise<T> {
  underWay++
  last = null
  try {
    return await move()
  } finally {
    underWay--
    if (underWay === 0) wanted = false
  }
}

/** Says what happened and offers to take it back: the server told where each message lay. */
export function offerUndo(text: string, from: Moved['from'], also?: () => Promise<unknown>): void {
  if (from.length === 0) return void toast({ kind: 'info', text })
  offer(text, () => void putBack(from, also))
}

/** Offers to undo something that is put back in its own way. */
export function offer(text: string, takeBack: () => void): void {
  const run = () => {
    last = null
    dismissToast(id)
    takeBack()
  }
  const id = toast({
    kind: 'info',
    text,
    duration: undoTime,
    action: { label: translate('common:undo'), run },
  })
  last = { run, until: Date.now() + undoTime }
  if (wanted) {
    wanted = false
    run()
  }
}

/** Takes the newest move back while its offer stands; without one, whatever else offers to be taken back. */
export function undoLast(): void {
  if (underWay > 0) wanted = true
  else if (last && Date.now() <= last.until) last.run()
  else lastAction()?.()
}

async function putBack(from: Moved['from'], also?: () => Promise<unknown>): Promise<void> {
  const ids = from.flatMap(({ mailIds }) => mailIds)
  try {
    await also?.()
    await whileChanging(ids, async (own) => {
      for (const { mailboxId, mailIds } of from) {
        await call(messages.move, { body: { mailIds, targetMailboxId: mailboxId } }, own)
      }
    })
    toast({ kind: 'success', text: translate('list:undone') })
  } catch (error) {
    tellTrouble(error)
  }
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: ['mail', id] })
  refreshLists(0)
}

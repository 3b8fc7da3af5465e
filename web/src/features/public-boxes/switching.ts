import { publicBoxes } from '@hongyan/contract/public-boxes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { exchangePair, tokensOf } from '../../lib/renew.ts'
import { finishSession, forgetSession } from '../../lib/session-end.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { storeSwitched } from '../../lib/tokens.ts'

/** Mailboxes that the person may switch to; in every mailbox the same. */
export const mailboxesQuery = queryOptions({
  queryKey: ['public-boxes'],
  queryFn: ({ signal }) => call(publicBoxes.find, {}, { signal }),
  staleTime: 60_000,
})

/** Whether the dialog is open in which a mailbox is chosen. */
export const useMailboxPicker = sessionStore<{ open: boolean }>(() => ({ open: false }))

/**
 * Goes on in another mailbox, or without one in the own one (PUBLICBOX-04, PUBLICBOX-05). What was being written is saved
 * where it was begun; then nothing of the one mailbox is left in this browser when the other begins.
 */
export async function switchMailbox(target?: { emailAddr: string; type: number }): Promise<void> {
  await finishSession()
  await exchangePair(async (token) => {
    const body = target ?? {}
    const pair = await call(publicBoxes.switchTo, { body }, token === null ? {} : { token })
    forgetSession('signed-out')
    storeSwitched(tokensOf(pair), target !== undefined)
  })
  location.assign('/')
}

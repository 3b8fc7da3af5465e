import type { UserInfo } from '@hongyan/contract/session'
import { onSessionEnd } from './session-end.ts'

const kept = { userMail: 'emailAddr', userName: 'userName', company: 'companyName' } as const

/** Session storage says who works in this tab (AUTH-19): names, nothing that opens anything. */
export function keepWho(user: UserInfo): void {
  for (const [key, field] of Object.entries(kept)) {
    // An answer that is as it was is kept once: writing is not free.
    if (sessionStorage.getItem(key) !== user[field]) sessionStorage.setItem(key, user[field])
  }
}

// Another tab that signs out clears its own session storage, not this one.
onSessionEnd(() => {
  for (const key of Object.keys(kept)) sessionStorage.removeItem(key)
})

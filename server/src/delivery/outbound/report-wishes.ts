/**
 * `failed`: it will not be delivered; `delayed`: it is still being tried; `delivered`: it lies in the mailbox; `relayed`: the
 * next server has it and will report nothing of success (RFC 3464 §2.3.3).
 */
export type DsnAction = 'failed' | 'delayed' | 'delivered' | 'relayed'

/** What the sender of a mail wants in reports about it (RFC 3461 §4.3, §4.4). */
export interface MailWishes {
  ret: 'FULL' | 'HDRS' | null
  /** The sender's own name of this sending, decoded. */
  envid: string | null
}

/** Which reports are wanted about one recipient (RFC 3461 §4.1, §4.2). */
export interface RecipientWishes {
  /** `NEVER`, or some of SUCCESS, FAILURE and DELAY with commas between; null: nothing was said. */
  notify: string | null
  /** The address that the sender knows, `type;address`, decoded. */
  orcpt: string | null
}

export const noMailWishes: MailWishes = { ret: null, envid: null }

const words: Record<DsnAction, string> = {
  failed: 'FAILURE',
  delayed: 'DELAY',
  delivered: 'SUCCESS',
  relayed: 'SUCCESS',
}

/** Where nothing was said trouble is told and success is not (RFC 3461 §4.1). */
export const wantsReport = ({ notify }: RecipientWishes, action: DsnAction): boolean =>
  notify === null ? words[action] !== 'SUCCESS' : notify.split(',').includes(words[action])

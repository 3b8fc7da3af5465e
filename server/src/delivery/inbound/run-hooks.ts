import { isConnectionLoss } from '../../platform/db/connections.ts'
import type { Log } from '../../platform/log.ts'
import type { CopyPlan, HookMail, InboundHook, Recipient, Reply } from './types.ts'

/** Into the inbox, as news. */
export const plainPlan: CopyPlan = {
  folder: 'inbox',
  seen: false,
  starred: false,
  notify: true,
  labels: [],
}

interface Asked {
  mail: HookMail
  recipient: Recipient
  plan: CopyPlan
}

/** Asks every hook in turn what to do with a copy: the plan, or the reply of the one that refuses it. */
export async function runHooks(
  { hooks, log }: { hooks: readonly InboundHook[]; log: Log },
  { mail, recipient, plan: first }: Asked,
): Promise<CopyPlan | Reply> {
  let plan = first
  for (const hook of hooks) {
    try {
      const said = await hook(mail, recipient, plan)
      if ('code' in said) return said
      plan = said
    } catch (thrown) {
      if (isConnectionLoss(thrown)) throw thrown
      // A bug in a feature must not keep mail out.
      log.error(
        { err: thrown, mail: mail.id },
        'an inbound hook failed; the mail is delivered without it',
      )
    }
  }
  return plan
}

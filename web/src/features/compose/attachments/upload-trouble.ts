import { errors } from '@hongyan/contract/errors'
import { ApiError } from '../../../lib/api.ts'
import { translate } from '../../../lib/i18n.ts'

/** What to do after a fault: go on from what the server has, begin anew, wait, or tell the person. */
export type NextStep =
  | { kind: 'go-on' }
  | { kind: 'begin-anew' }
  | { kind: 'wait'; ms: number }
  | { kind: 'fail'; text: string }

/** Waits before each further attempt, in milliseconds; after the last one the person is asked. */
const waits = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** @param failures faults since bytes last got through, this one left out */
export function afterFault(error: unknown, failures: number): NextStep {
  const wait = waits[failures]
  const fail: NextStep = { kind: 'fail', text: textOf(error) }
  if (!(error instanceof ApiError) || wait === undefined) return fail
  if (error.code === errors['upload.offset'].code) return { kind: 'go-on' }
  // Swept, or put together from other bytes: the server knows nothing of it any more.
  if (error.code === errors['item.not-found'].code) return { kind: 'begin-anew' }
  // A full mailbox or a full server does not empty itself within a minute.
  if (error.status === 507) return fail
  const mayPass =
    error.kind === 'offline' ||
    error.kind === 'failed' ||
    error.status === 429 ||
    error.code === errors['upload.unfinished'].code
  return mayPass ? { kind: 'wait', ms: wait } : fail
}

function textOf(error: unknown): string {
  // The file was changed, moved or deleted since it was chosen.
  if (error instanceof DOMException) return translate('compose:files.unreadable')
  return error instanceof Error ? error.message : String(error)
}

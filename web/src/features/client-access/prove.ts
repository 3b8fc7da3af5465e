import { clientAccess } from '@hongyan/contract/client-access'
import { ApiError, call } from '../../lib/api.ts'
import { type ClientAccessState, refreshClientAccess } from './client-access-query.ts'

/** The wire's number of `client-access.unproved`. */
const unproved = 403811

/** The server wants the login password before it makes a code. */
export const isUnproved = (error: unknown): boolean =>
  error instanceof ApiError && error.code === unproved

/** Lets programs in, which is the proof that a code asks for too. */
export const letIn = (password: string): Promise<unknown> =>
  call(clientAccess.stateByUser, { body: { state: 1, password } })

/**
 * Lets programs in without a question where none is asked: from who has just come from the sign-on provider.
 * @returns false where the password is wanted after all, for those minutes may be over
 */
export async function letInUnasked({ asksPassword }: ClientAccessState): Promise<boolean> {
  if (asksPassword) return false
  try {
    await letIn('')
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'refused')) throw error
    await refreshClientAccess()
    return false
  }
}

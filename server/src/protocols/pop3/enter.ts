import type { ProgramLogin } from '../../features/client-access/client-access.public.ts'
import { numbersInMemory } from '../../platform/budget.ts'
import { Refusal } from '../shared/refusal.ts'
import { bytesOfNumber, createDrop } from './drop.ts'
import type { Entered, Pop3Deps } from './session.ts'

/** Takes the mailbox for this session alone, and numbers what lies in it. @throws Refusal while another one has it */
export async function enterMaildrop(deps: Pop3Deps, login: ProgramLogin): Promise<Entered> {
  const { accountId } = login
  const lease = await deps.clientAccess.leaseMaildrop(accountId)
  if (!lease) throw new Refusal('Another program is reading the mailbox', 'IN-USE')
  try {
    return { login, lease, ...(await numbered(deps, login)) }
  } catch (thrown) {
    await lease.leave()
    throw thrown
  }
}

/** The inbox; folders with a password do not exist for programs. */
async function numbered({ mailstore, folderLocks }: Pop3Deps, { accountId }: ProgramLogin) {
  const hidden = await folderLocks.hiddenWith(accountId, { hasLocks: true, unlocked: [] })
  const inbox = await mailstore.folderByRole(accountId, 'inbox')
  if (!inbox || hidden.includes(inbox.id)) throw new Refusal('There is no inbox', 'SYS/PERM')
  const viewer = { accountId, hidden }
  const release = await numbersInMemory().take(inbox.total * bytesOfNumber, String(accountId))
  try {
    return {
      viewer,
      drop: createDrop(inbox, await mailstore.programs.maildrop(viewer, inbox.id)),
    }
  } finally {
    release()
  }
}

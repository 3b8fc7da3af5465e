import { compose } from '@hongyan/contract/compose'
import { call } from '../../../lib/api.ts'
import { loadStart } from '../screen/open-compose.ts'
import { contentOf, contentRequest, sameContent, settleFiles } from './compose-content.ts'
import { isComposerAlive } from './compose-lock.ts'
import { type KeptDraft, openKeptDrafts } from './kept-drafts.ts'
import { saveTroubleOf } from './save-trouble.ts'

/**
 * Puts what this device kept for an account into its drafts: to be called after sign-in and when
 * the line is back. Answers how many mails were brought back; what fails stays kept.
 */
export async function bringBackDrafts(account: string): Promise<number> {
  const kept = openKeptDrafts()
  let count = 0
  for (const draft of await kept.list(account)) {
    if (await isComposerAlive(draft)) continue
    if (!(await putBack(draft))) continue
    await kept.forget(account, draft.composeKey)
    count += 1
  }
  return count
}

async function putBack(draft: KeptDraft): Promise<boolean> {
  const sendKey = draft.sendKey ?? draft.composeKey
  const own = { sendKey, writtenAt: draft.keptAt }
  const asBefore =
    draft.draftId === null ? own : { ...own, draftId: draft.draftId, version: draft.version }
  try {
    await save(draft, asBefore)
    return true
  } catch (error) {
    const trouble = saveTroubleOf(error)
    const hasLeft = trouble.kind === 'save-conflict' && trouble.reason === 'left'
    // It left although nobody here heard of it: there is nothing to bring back.
    if (hasLeft && draft.wasSending) return true
    if (trouble.kind === 'save-failed' || (draft.draftId === null && !hasLeft)) return false
  }
  // Another window went on with the draft, or it is gone: both texts are kept, as two drafts.
  try {
    if (!(await isOnServer(draft))) await save(draft, {})
    return true
  } catch {
    // Still on this device; the next sign-in tries again.
    return false
  }
}

/** The last save of a closing page may have arrived although nobody was there to hear of it. */
async function isOnServer({ draftId, content }: KeptDraft): Promise<boolean> {
  if (draftId === null) return false
  try {
    const start = await loadStart({ mode: 'editAgain', mailId: 0, draftId })
    return sameContent(settleFiles(contentOf(start)), content)
  } catch (error) {
    if (saveTroubleOf(error).kind === 'save-gone') return false
    throw error
  }
}

interface SaveIdentity {
  draftId?: number
  version?: number
  sendKey?: string
  writtenAt?: number
}

const save = (draft: KeptDraft, identity: SaveIdentity) =>
  call(compose.saveDraft, { body: { ...contentRequest(draft.content), ...identity } })

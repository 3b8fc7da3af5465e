import { compose } from '@hongyan/contract/compose'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { subscribe } from '../../../lib/session.ts'
import { hasUploads } from '../attachments/upload-groups.ts'
import type { OpenedCompose } from '../screen/open-compose.ts'
import { type ComposeContent, contentRequest, withoutPassword } from './compose-content.ts'
import { holdComposer } from './compose-lock.ts'
import { DraftKeeper, type DraftToSave } from './draft-keeper.ts'
import { type DraftState, looksSame, startDraft } from './draft-machine.ts'
import { openKeptDrafts } from './kept-drafts.ts'
import { saveTroubleOf } from './save-trouble.ts'

interface DraftInput {
  account: string
  composeKey: string
  opened: OpenedCompose
  read: () => ComposeContent
}

/** Ties the draft keeper to this screen: page events in, state out, one last save when it closes. */
export function useDraft(input: DraftInput): { state: DraftState; keeper: DraftKeeper } {
  const { draftId, mailId, version } = input.opened
  const [state, setState] = useState<DraftState>(() => startDraft(draftId, version))
  const latest = useRef(input)
  latest.current = input
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        account: input.account,
        composeKey: input.composeKey,
        start: { draftId, mailId, version },
        read: () => latest.current.read(),
        save,
        troubleOf: saveTroubleOf,
        kept: openKeptDrafts(),
        hasMore: () => hasUploads(input.composeKey),
        onState: (next) => setState((shown) => (looksSame(shown, next) ? shown : next)),
        now: Date.now,
      }),
  )
  useEffect(() => watchPage(keeper), [keeper])
  // A layout effect ends before the frame with the text is taken from the page.
  useLayoutEffect(() => {
    keeper.open()
    return () => void keeper.close()
  }, [keeper])
  useEffect(() => holdComposer(input.composeKey), [input.composeKey])
  return { state, keeper }
}

function save(
  { content, draftId, version, sendKey, writtenAt }: DraftToSave,
  options: { keepalive: boolean },
) {
  const identity = draftId === null ? {} : { draftId, version }
  const body = { ...contentRequest(withoutPassword(content)), ...identity, sendKey, writtenAt }
  return call(compose.saveDraft, { body }, options)
}

function watchPage(keeper: DraftKeeper): () => void {
  const hides = () => keeper.pageHides()
  const online = () => keeper.backOnline()
  const visibility = () => {
    if (document.visibilityState === 'hidden') void keeper.flush()
  }
  const unloads = (event: BeforeUnloadEvent) => {
    if (keeper.isAtRisk) event.preventDefault()
  }
  window.addEventListener('beforeunload', unloads)
  window.addEventListener('pagehide', hides)
  window.addEventListener('online', online)
  document.addEventListener('visibilitychange', visibility)
  const unsubscribe = subscribe((event) => {
    if (event.kind === 'signed-in') online()
  })
  return () => {
    window.removeEventListener('beforeunload', unloads)
    window.removeEventListener('pagehide', hides)
    window.removeEventListener('online', online)
    document.removeEventListener('visibilitychange', visibility)
    unsubscribe()
  }
}

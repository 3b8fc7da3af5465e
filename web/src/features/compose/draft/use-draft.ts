import { compose } from '@hongyan/contract/compose'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { onLineBack } from '../../../lib/line.ts'
import { subscribe } from '../../../lib/session.ts'
import { beforeSignOut, sessionTurn } from '../../../lib/session-end.ts'
import { toast } from '../../../ui/toast-store.ts'
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
  useEffect(() => beforeSignOut(() => keeper.flush()), [keeper])
  // A layout effect ends before the frame with the text is taken from the page.
  useLayoutEffect(() => {
    keeper.open()
    const session = sessionTurn()
    return () =>
      void keeper.close(session !== sessionTurn()).then(() => {
        if (session === sessionTurn()) sayWhereItIs(keeper.state)
      })
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

/** A mail that is closed unfinished seems gone: its writer is told where it waits. */
function sayWhereItIs({ kind, revision, draftId }: DraftState): void {
  if (revision === 0) return
  if (kind === 'saved' && draftId !== null)
    toast({ kind: 'success', text: translate('compose:draft.kept') })
  if (kind === 'offline') toast({ kind: 'info', text: translate('compose:draft.offline') })
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
  const stopWaiting = onLineBack(online)
  document.addEventListener('visibilitychange', visibility)
  const unsubscribe = subscribe((event) => {
    if (event.kind === 'signed-in') online()
  })
  return () => {
    window.removeEventListener('beforeunload', unloads)
    window.removeEventListener('pagehide', hides)
    stopWaiting()
    document.removeEventListener('visibilitychange', visibility)
    unsubscribe()
  }
}

import { useEffect, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useUser } from '../../../lib/me.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { forgetQuickText, quickTextFor } from '../send/quick-hand-off.ts'
import type { ComposeTag } from '../tags/compose-tags.ts'
import type { TakeFirstKeys } from '../tags/first-keys.tsx'
import { frameAhead } from '../text/editor-frame.ts'
import styles from './compose.module.css'
import { ComposeForm } from './compose-form.tsx'
import { type ComposeRequest, type OpenedCompose, openCompose } from './open-compose.ts'
import { writeModeOf } from './write-mode.ts'

/** What the first composer would wait for. */
export const prepareComposer = frameAhead

interface ComposeScreenProps {
  tag: ComposeTag
  /** It is the view on screen, and not one behind it. */
  isActive: boolean
  takeKeys: TakeFirstKeys
}

/** The composer of one tag. */
export function ComposeScreen({ tag, isActive, takeKeys }: ComposeScreenProps) {
  const user = useUser()
  // Only how it was opened counts: later the tag follows the draft.
  const [first] = useState(() => firstOf(tag))
  useEffect(forgetQuickText, [])
  if (user === undefined) return <Waiting />
  const request = { ...first, account: user.emailAddr }
  return <OpeningScreen request={request} tag={tag} isActive={isActive} takeKeys={takeKeys} />
}

function firstOf(tag: ComposeTag): Omit<ComposeRequest, 'account'> {
  const search = new URLSearchParams(tag.search)
  return {
    mode: writeModeOf(tag.type),
    mailId: tag.mailId,
    composeKey: tag.id,
    draftId: tag.draftId,
    mailTo: search.get('mailTo') ?? '',
    mailSubject: search.get('mailSubject') ?? '',
    quickText: quickTextFor(tag.mailId),
  }
}

type Opening =
  | { kind: 'loading' }
  | { kind: 'open'; opened: OpenedCompose }
  | { kind: 'failed'; message: string }

interface OpeningScreenProps extends ComposeScreenProps {
  request: ComposeRequest
}

function OpeningScreen({ request, tag, isActive, takeKeys }: OpeningScreenProps) {
  const { t } = useTranslation('compose')
  const [state, setState] = useState<Opening>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [first] = useState(request)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to load again
  useEffect(() => {
    const abort = new AbortController()
    setState({ kind: 'loading' })
    openCompose(first, abort.signal).then(
      (opened) => {
        if (!abort.signal.aborted) setState({ kind: 'open', opened })
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        setState({ kind: 'failed', message: error instanceof Error ? error.message : '' })
      },
    )
    return () => abort.abort()
  }, [first, attempt])

  if (state.kind === 'loading') return <Waiting />
  if (state.kind === 'open') {
    return (
      <ComposeForm
        opened={state.opened}
        account={first.account}
        tag={tag}
        isActive={isActive}
        takeKeys={takeKeys}
      />
    )
  }
  return (
    <div className={styles.waiting}>
      <EmptyState
        title={t('openFailed')}
        text={state.message}
        action={<Button onClick={() => setAttempt(attempt + 1)}>{t('retry')}</Button>}
      />
    </div>
  )
}

function Waiting() {
  const { t } = useTranslation('compose')
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      <Spinner size={28} />
    </div>
  )
}

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useUser } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './compose.module.css'
import { ComposeForm } from './compose-form.tsx'
import { type ComposeRequest, type OpenedCompose, openCompose } from './open-compose.ts'
import { forgetQuickText, quickTextFor } from './quick-hand-off.ts'
import { writeModeOf } from './write-mode.ts'

interface ComposeScreenProps {
  /** A write mode of the contract, as it stands in the address. */
  type: string
  /** The message that is answered, forwarded or edited again; 0 or null for none. */
  mailId: number | null
}

/** The composer. `?draft=` in the address names the draft itself, so that a reload goes on with it. */
export function ComposeScreen({ type, mailId }: ComposeScreenProps) {
  const user = useUser()
  const [search] = useSearchParams()
  // Only how the screen was opened counts: later the address follows the draft.
  const [first] = useState(() => ({
    draftId: Number(search.get('draft')) || null,
    mailTo: search.get('mailTo') ?? '',
    mailSubject: search.get('mailSubject') ?? '',
    quickText: quickTextFor(mailId ?? 0),
  }))
  useEffect(forgetQuickText, [])
  if (user === undefined) return <Waiting />
  const request = {
    mode: writeModeOf(type),
    mailId: mailId ?? 0,
    account: user.emailAddr,
    ...first,
  }
  return <OpeningScreen key={`${type} ${mailId}`} request={request} />
}

type Opening =
  | { kind: 'loading' }
  | { kind: 'open'; opened: OpenedCompose }
  | { kind: 'failed'; message: string }

function OpeningScreen({ request }: { request: ComposeRequest }) {
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
  if (state.kind === 'open') return <ComposeForm opened={state.opened} account={first.account} />
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

import { useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { whenIdle } from '../../lib/idle.ts'
import { followDeeds } from '../../lib/last-deed.ts'
import { lazyPart, partAhead } from '../../lib/lazy-part.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { subscribe } from '../../lib/session.ts'
import { watchLock } from './lock-check.ts'
import { coverPage, followOtherTabs, hidePage, useLock } from './lock-state.public.ts'

/** Its texts are those of the start: nothing that is away may keep a person out. */
const ofTheStart = { texts: () => Promise.resolve() }
const { Part: LockOverlay, ahead: overlayAhead } = partAhead(
  () => import('./lock-overlay.tsx'),
  'LockOverlay',
  ofTheStart,
)
const LockQuestions = lazyPart(() => import('./lock-questions.tsx'), 'LockQuestions', ofTheStart)

/** The lock screen of the page: it comes over everything as soon as any call says 401014 (ERRORS-05). */
export function LockGuard({ go }: { go: (path: string) => void }) {
  const { t } = useTranslation('lock')
  const { locked, question } = useLock()
  useEffect(followDeeds, [])
  useEffect(watchLock, [])
  useEffect(followOtherTabs, [])
  useEffect(
    () =>
      subscribe(({ kind }) => {
        if (kind === 'locked') coverPage()
      }),
    [],
  )
  // It must be there when the line is not.
  useEffect(() => whenIdle(() => void overlayAhead().catch(() => undefined)), [])
  usePageTitle(locked ? t('common:product') : null, { over: true })
  useEffect(() => {
    if (!locked) return
    // Again, for a page that began locked: its root may have come after the script.
    hidePage(true)
    // The dot that tells of unread mail.
    const icon = document.getElementById('favicon')
    const before = icon?.getAttribute('href') ?? ''
    icon?.setAttribute('href', './favicon.png')
    return () => icon?.setAttribute('href', before)
  }, [locked])
  return (
    <>
      {locked && <LockOverlay />}
      {question && !locked && <LockQuestions question={question} go={go} />}
    </>
  )
}

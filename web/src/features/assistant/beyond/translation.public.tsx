import { useEffect } from 'react'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { endTranslation, useTranslationAsked } from './translation-store.public.ts'

const TranslationBar = lazyPart(() => import('./translation-bar.tsx'), 'TranslationBar')

/** Over the mail that is translated; for every other nothing. */
export function TranslationPlace({ mailId }: { mailId: number }) {
  const { mailId: asked, turn } = useTranslationAsked()
  // Come back to later, it stands as it was written.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mail ends it
  useEffect(() => endTranslation, [mailId])
  if (asked !== mailId) return null
  return <TranslationBar key={turn} mailId={mailId} />
}

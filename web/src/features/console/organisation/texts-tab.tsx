import { organisationEndpoints as api } from '@hongyan/contract/console-organisation'
import { Banner } from '../../../ui/banner.tsx'
import { useAsked } from '../use-asked.ts'
import { PapersSection } from './papers-section.tsx'
import { SignaturesSection } from './signatures-section.tsx'
import { WordListsSection } from './word-lists-section.tsx'

/** Signatures, letter papers and word lists of the organisation. */
export function TextsTab() {
  const { data, error } = useAsked(api.organisationTexts, {})
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  return (
    <>
      <SignaturesSection signatures={data.signatures} />
      <PapersSection papers={data.papers} />
      <WordListsSection lists={data.lists} />
    </>
  )
}

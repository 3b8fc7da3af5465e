import type { MessageDetail } from '@hongyan/contract/messages'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { useOffers } from './use-offers.ts'

const ShortAnswers = lazyPart(() => import('./short-answers.tsx'), 'ShortAnswers')

/** Answers to choose from under a mail that asks something; not there where the assistant is not. */
export function ShortAnswersPlace({ detail }: { detail: MessageDetail }) {
  const isOffered = useOffers('answers', { byModel: false })
  // What goes out to many expects no answer.
  if (!isOffered || detail.unsubscribe !== null || detail.isAuthorised) return null
  return <ShortAnswers key={detail.mailId} detail={detail} />
}

import { useEffect, useRef } from 'react'
import { useNavigate } from '../../../lib/router/hooks.ts'
import {
  type ComposeTag,
  changeTag,
  endTag,
  placeInHistory,
  type TagEnd,
  useComposeTags,
} from '../tags/compose-tags.ts'
import type { Composer } from './use-compose.ts'

/**
 * Keeps the tag up to date with its draft. The answer closes it and goes back to where the writer came from; the
 * draft is saved as it goes unless the mail is done with.
 */
export function useLeave(tag: ComposeTag, composer: Composer): (end?: TagEnd) => void {
  const navigate = useNavigate()
  const left = useRef(false)
  const { draftId } = composer.draft
  const draftMailId = composer.keeper.mailId
  const subject = composer.fields.subject.trim()

  useEffect(() => {
    changeTag(tag.id, { draftId, draftMailId, subject })
  }, [tag.id, draftId, draftMailId, subject])

  return (end = 'kept') => {
    if (left.current) return
    left.current = true
    const { active, home } = useComposeTags.getState()
    endTag(tag.id, end)
    if (active !== tag.id) return
    // The page before is where the tag was opened, as long as nothing came in between.
    const place = placeInHistory()
    if (place > 0 && place === tag.place) void navigate(-1)
    else void navigate(home, { replace: true })
  }
}

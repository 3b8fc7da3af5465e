import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { partAhead } from '../../../lib/lazy-part.tsx'
import { useUser } from '../../../lib/me.ts'
import { putAway } from '../../../ui/put-away.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from './compose-deck.module.css'
import { type ComposeTag, tagsBelongTo, useComposeTags } from './compose-tags.ts'
import { useFirstKeys } from './first-keys.tsx'

export const { Part: ComposeScreen, ahead: composerAhead } = partAhead(
  () => import('../screen/compose-screen.tsx'),
  'ComposeScreen',
  { waiting: Waiting, made: ({ prepareComposer }) => prepareComposer() },
)

/**
 * Every mail that is being written, of which at most one is on screen. The others stay as they are behind it: text,
 * place of the cursor and running uploads. Their code is loaded ahead, or when the first one is opened.
 */
export function ComposeDeck() {
  const tags = useOwnTags()
  const active = useComposeTags((state) => state.active)
  const account = useUser()?.emailAddr
  useLayoutEffect(() => {
    if (account !== undefined) tagsBelongTo(account)
  }, [account])
  // In an order of their own: a frame that is moved in the page is loaded anew, and what is written in it is gone.
  return tags
    .filter((one) => one.awake)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((tag) => <DeckItem key={tag.id} tag={tag} isActive={tag.id === active} />)
}

/** Those of who is signed in: nobody sees a trace of another person's mails, not even for a moment. */
export function useOwnTags(): readonly ComposeTag[] {
  const tags = useComposeTags((state) => state.tags)
  const owner = useComposeTags((state) => state.account)
  const account = useUser()?.emailAddr
  return account !== undefined && owner === account ? tags : none
}

const none: readonly ComposeTag[] = []

function DeckItem({ tag, isActive }: { tag: ComposeTag; isActive: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const firstKeys = useFirstKeys(isActive)
  useLayoutEffect(() => {
    if (!isActive) putAway(element.current)
  }, [isActive])
  return (
    <div ref={element} className={styles.item} hidden={!isActive} data-tag={tag.id}>
      {firstKeys.field}
      <ComposeScreen tag={tag} isActive={isActive} takeKeys={firstKeys.take} />
    </div>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
}

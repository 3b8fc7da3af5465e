import { randomKey } from '../../../lib/random-key.ts'
import { type ComposeTag, useComposeTags } from './compose-tags.ts'

const place = 'composeTags'

interface KeptTag {
  type: string
  mailId: number
  draftId: number
  subject: string
}

/**
 * Tags stay through a reload of this tab of the browser, each by its draft on the server. In session storage: it is
 * this window's own, and a session that ends empties it.
 */
export function keepTags(): () => void {
  restoreTags()
  return useComposeTags.subscribe(({ tags }, before) => {
    if (tags !== before.tags) write(tags)
  })
}

function write(tags: readonly ComposeTag[]): void {
  const kept: KeptTag[] = tags.flatMap(({ type, mailId, draftId, subject }) =>
    draftId === null ? [] : [{ type, mailId, draftId, subject }],
  )
  try {
    if (kept.length === 0) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(kept))
  } catch {
    // No room: the drafts are in their folder all the same.
  }
}

let isRestored = false

/** To be called before the first tag is looked for; does its work once. */
export function restoreTags(): void {
  if (isRestored) return
  isRestored = true
  const tags = read().map((one) => ({
    ...one,
    id: randomKey(),
    search: '',
    draftMailId: null,
    fullScreen: false,
    place: 0,
    awake: false,
  }))
  if (tags.length > 0) useComposeTags.setState({ tags })
}

function read(): KeptTag[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    // Not ours, or no storage at all.
    return []
  }
}

function isKept(one: unknown): one is KeptTag {
  if (typeof one !== 'object' || one === null) return false
  const { type, mailId, draftId, subject } = Object.assign(
    { type: null, mailId: null, draftId: null, subject: null },
    one,
  )
  const isText = typeof type === 'string' && typeof subject === 'string'
  return isText && Number.isSafeInteger(mailId) && Number.isSafeInteger(draftId)
}

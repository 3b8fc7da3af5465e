import { randomKey } from '../../../lib/random-key.ts'
import { sessionStore } from '../../../lib/session-store.ts'

/** A mail that is being written, in a tag of its own: it goes on while another one is on screen. */
export interface ComposeTag {
  /** Also the composer's key. Never used twice: what was sent under it must not swallow another mail. */
  id: string
  /** As in the address: `new`, `newreply`. */
  type: string
  /** The message that is answered, forwarded or edited again; 0 for none. */
  mailId: number
  /** What else the address said when it was opened: `?mailTo=…`. */
  search: string
  draftId: number | null
  /** The draft's message in the drafts folder; it changes with every save. */
  draftMailId: number | null
  subject: string
  fullScreen: boolean
  /** Where in the history of this tab of the browser it was opened; 0: somewhere else. */
  place: number
  /** It was on screen once, so its composer lives. One that a reload brought back sleeps until then. */
  awake: boolean
}

/** Why a tag is no longer there: `kept` as a draft, or `done` for good (sent, thrown away). */
export type TagEnd = 'kept' | 'done'

interface ComposeTags {
  tags: readonly ComposeTag[]
  /** The tag on screen; null while another view is. */
  active: string | null
  ended: ReadonlyMap<string, TagEnd>
  /** Whose mails these are. */
  account: string | null
  /** The view that is no composer and was on screen last: where the mail tag leads. */
  home: string
}

const nothingOpen = (): ComposeTags => ({
  tags: [],
  active: null,
  ended: new Map(),
  account: null,
  home: '/',
})

export const useComposeTags = sessionStore<ComposeTags>(nothingOpen, { outlives: 'expired' })

export function addTag(
  tag: Pick<ComposeTag, 'type' | 'mailId' | 'search' | 'draftId'>,
): ComposeTag {
  const added: ComposeTag = {
    ...tag,
    id: randomKey(),
    draftMailId: null,
    subject: '',
    fullScreen: false,
    place: placeInHistory(),
    awake: false,
  }
  useComposeTags.setState(({ tags }) => ({ tags: [...tags, added] }))
  return added
}

export function changeTag(id: string, part: Partial<Omit<ComposeTag, 'id'>>): void {
  useComposeTags.setState(({ tags }) => {
    const known = tags.find((one) => one.id === id)
    if (known === undefined || isSame(known, part)) return {}
    return { tags: tags.map((one) => (one === known ? { ...one, ...part } : one)) }
  })
}

const isSame = (tag: ComposeTag, part: Partial<ComposeTag>): boolean =>
  Object.entries(part).every(([key, value]) => Reflect.get(tag, key) === value)

/** The composer of a tag that goes away saves its draft as it goes (COMPOSE-04, SHELL-03). */
export function endTag(id: string, end: TagEnd): void {
  useComposeTags.setState(({ tags, active, ended }) => ({
    tags: tags.filter((one) => one.id !== id),
    active: active === id ? null : active,
    ended: new Map(ended).set(id, end),
  }))
}

/** Puts a tag where another one is; the others close up. */
export function moveTag(id: string, target: number): void {
  useComposeTags.setState(({ tags }) => {
    const moved = tags.find((one) => one.id === id)
    if (moved === undefined || target < 0 || target >= tags.length) return {}
    return { tags: tags.filter((one) => one !== moved).toSpliced(target, 0, moved) }
  })
}

/** Brings a tag on screen, or none. */
export function showTag(id: string | null): void {
  if (id !== null) changeTag(id, { awake: true })
  useComposeTags.setState(({ active }) => (active === id ? {} : { active: id }))
}

export function rememberHome(path: string): void {
  useComposeTags.setState(({ home }) => (home === path ? {} : { home: path }))
}

/** The router numbers the pages of this tab of the browser; page 0 has none of ours before it. */
export function placeInHistory(): number {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0
}

/** Another person's tags are not shown to this one. */
export function tagsBelongTo(account: string): void {
  const known = useComposeTags.getState().account
  if (known === account) return
  const kept = known === null ? {} : { tags: [], active: null, home: '/' }
  useComposeTags.setState({ account, ...kept })
}

/** The address of a tag: a reload, or a restored tab of the browser, opens the same draft. */
export function pathOfTag({ type, mailId, draftId, search }: ComposeTag): string {
  const query = draftId === null ? search : `?draft=${draftId}`
  return `/write/${type}/${mailId}${query}`
}

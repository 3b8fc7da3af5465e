import { expect, it } from 'vitest'
import type { ComposeTag } from '../../features/compose/tags/tags.public.ts'
import { tagRoom } from './tag-room.ts'

const tags: ComposeTag[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
  id,
  type: 'new',
  mailId: 0,
  search: '',
  draftId: null,
  draftMailId: null,
  subject: id,
  fullScreen: false,
  place: 0,
  awake: true,
}))
const ids = (list: readonly ComposeTag[]) => list.map((one) => one.id).join('')

it.each([
  [1440, 'a', 'abcde', ''],
  [760, 'a', 'abc', 'de'],
  [760, 'e', 'abe', 'cd'],
  [760, null, 'abc', 'de'],
  [300, 'd', 'd', 'abce'],
])(
  'SHELL-02 LIMITS-09 at %i px, with %s on screen, %s are shown and %s listed',
  (...[width, active, shown, hidden]) => {
    const room = tagRoom(tags, active, width)
    expect(ids(room.shown)).toBe(shown)
    expect(ids(room.hidden)).toBe(hidden)
  },
)

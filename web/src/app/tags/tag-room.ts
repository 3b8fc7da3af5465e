import { limits } from '@hongyan/contract/limits'
import type { ComposeTag } from '../../features/compose/tags/tags.public.ts'

/** Between two tags, and what the mail tag with the button for a new mail, and the list of the others take (px). */
const gap = 4
const homeWidth = 128
const moreWidth = 108

interface TagRoom {
  shown: readonly ComposeTag[]
  hidden: readonly ComposeTag[]
}

/** Which tags fit into a width; the one on screen is always among them. */
export function tagRoom(
  tags: readonly ComposeTag[],
  active: string | null,
  width: number,
): TagRoom {
  const fit = (room: number) =>
    Math.max(1, Math.floor((room - homeWidth) / (limits.tagWidth + gap)))
  if (tags.length <= fit(width)) return { shown: tags, hidden: [] }
  const room = fit(width - moreWidth)
  const at = tags.findIndex((one) => one.id === active)
  const shown =
    at < room
      ? tags.slice(0, room)
      : [...tags.slice(0, room - 1), ...tags.filter((one) => one.id === active)]
  return { shown, hidden: tags.filter((one) => !shown.includes(one)) }
}

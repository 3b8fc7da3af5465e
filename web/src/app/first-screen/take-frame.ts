import { foldersQuery } from '../../features/folders/folders.public.ts'
import listPane from '../../features/messages/list/list-pane.module.css'
import long from '../../features/messages/list/long/long-list.module.css'
import list from '../../features/messages/list/message-list.module.css'
import marks from '../../features/messages/list/rows/row-marks.module.css'
import { platformQuery, settingsQuery, userQuery } from '../../lib/me.ts'
import { type Picture, pictureOf } from '../../lib/picture.ts'
import { queryClient } from '../../lib/queries.ts'
import avatar from '../../ui/avatar.module.css'
import {
  iconFlag,
  iconForward,
  iconImportant,
  iconPaperclip,
  iconPin,
  iconReply,
  iconStar,
} from '../../ui/icons.ts'
import sidebar from '../sidebar/sidebar.module.css'
import { type FrameFacts, isPlain, keepFrame, keptStamp, stampOf } from './frame.ts'

/** Keeps what stands around the list for the next start, where the inbox is on screen, nothing is open over it and it has changed. */
export function takeFrame(shell: Element): void {
  const facts = knownFacts()
  if (!facts || !isPlain() || !/^#\/inbox$/.test(location.hash) || !isCalm(shell)) return
  // The banner of an account that ends, the names over the page: they are not left out for a moment.
  if (facts.settings.watermark === 1 || facts.user.member !== null) return
  const stamp = stampOf(facts)
  if (stamp === keptStamp()) return
  const picture = pictureOf(
    shell,
    withoutContent(new Set(facts.folders.customList.map((one) => String(one.folderId)))),
  )
  if (!picture) return
  keepFrame({
    stamp,
    picture,
    look: {
      list,
      marks,
      long,
      avatar: avatar.avatar ?? '',
      icons: {
        star: iconStar,
        important: iconImportant,
        pin: iconPin,
        reply: iconReply,
        forward: iconForward,
        clip: iconPaperclip,
        flag: iconFlag,
      },
    },
    count: sidebar.count ?? '',
    unread: listPane.unread ?? '',
  })
}

function knownFacts(): FrameFacts | null {
  const user = queryClient.getQueryData(userQuery.queryKey)
  const settings = queryClient.getQueryData(settingsQuery.queryKey)
  const platform = queryClient.getQueryData(platformQuery.queryKey)
  const folders = queryClient.getQueryData(foldersQuery.queryKey)
  return user && settings && platform && folders ? { user, settings, platform, folders } : null
}

/** A list is there, nothing is chosen in it or open over it. */
const isCalm = (shell: Element): boolean =>
  shell.querySelector('main [role=grid] [role=row][data-id]') !== null &&
  document.querySelector(
    'main [aria-selected=true], [aria-busy=true], [role=alert], :popover-open, dialog[open]',
  ) === null

/** Numbers, names and mails are left out; a folder of one's own has no name. */
const withoutContent =
  (own: ReadonlySet<string>) =>
  (element: Element): Element | Picture | null => {
    if (element.matches(left)) return null
    if (element.matches('[role=grid]')) return ['div', described(element, ofTheGrid)]
    if (element.matches('header [data-letters]')) return ['span', { 'data-me': '' }]
    const line = element.closest<HTMLElement>('li[data-drop]')
    if (!own.has(line?.dataset.drop ?? '')) return without(element, ['data-unread'])
    return element.matches(`.${sidebar.name}`)
      ? ['span', { class: sidebar.name ?? '', 'data-name': '' }]
      : without(element, ['data-unread', 'aria-label', 'title'])
  }

const left = `[popover], [data-fleeting], article, .${sidebar.count}, .${listPane.unread}`
const ofTheGrid = ['class', 'role', 'data-long', 'data-density']

const described = (element: Element, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = element.getAttribute(name)
      return value === null ? [] : [[name, value]]
    }),
  )

function without(element: Element, names: readonly string[]): Element {
  if (!names.some((name) => element.hasAttribute(name))) return element
  const copy = element.cloneNode(true) as Element
  for (const name of names) copy.removeAttribute(name)
  return copy
}

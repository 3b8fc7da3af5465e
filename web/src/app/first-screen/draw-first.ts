import type { Folder } from '@hongyan/contract/folders'
import type { FirstScreen } from '@hongyan/contract/start'
import { drawEarlyRows, drawLetters } from '../../features/messages/list/rows/early-rows.ts'
import { showFirstScreen } from '../../lib/first-screen.ts'
import { currentLanguage } from '../../lib/language.ts'
import { loadFirstTexts } from '../../lib/language-files.ts'
import { drawn } from '../../lib/picture.ts'
import { isOwnLogin, readTokens } from '../../lib/tokens.ts'
import { type Translate, translator } from '../../lib/translate.ts'
import { isPlain, type KeptFrame, readFrame, stampOf } from './frame.ts'

/** The libraries do not wait longer for an answer of the server. In ms. */
const longest = 250

/**
 * Draws the first screen as soon as the server has answered for this session: never what this device remembers, so that nothing is seen
 * after a sign-out, a lock or a switch, wherever that was done. @returns when it is painted, or nothing is to be waited for
 */
export async function paintFirst(answer: Promise<FirstScreen>): Promise<void> {
  const frame = readFrame()
  if (!frame || document.hidden) return
  const texts = loadFirstTexts(currentLanguage())
  const painted = Promise.all([answer, texts]).then(async ([first, words]) => {
    // Another tab may have signed out or gone on in another mailbox since it was asked.
    const isHere = readTokens() !== null && isOwnLogin() && isPlain()
    if (!first.inbox || !isHere || stampOf(first) !== frame.stamp) return
    const t = translator(words, currentLanguage())
    showFirstScreen(screenOf(first, frame, { list: t('list'), folders: t('folders') }))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
  const waited = new Promise<void>((resolve) => setTimeout(resolve, longest))
  await Promise.race([painted.catch(() => undefined), waited])
}

interface Words {
  list: Translate<'list'>
  folders: Translate<'folders'>
}

function screenOf(first: FirstScreen, frame: KeptFrame, words: Words): Node {
  const screen = document.createDocumentFragment()
  screen.append(drawn(frame.picture))
  const { user, settings, folders, inbox } = first
  const all = [...folders.folderList, ...folders.customList]
  for (const folder of all) fillFolder(screen, folder, frame)
  const me = screen.querySelector('[data-me]')
  me?.replaceWith(drawLetters(user.userName, user.emailAddr, frame.look.avatar))
  const box = all.find(({ role }) => role === 'inbox')
  const title = screen.querySelector('[role=toolbar] h1')
  if (box && box.unread > 0 && title)
    title.append(span(frame.unread, words.folders('unread', { count: box.unread })))
  const grid = screen.querySelector('[role=grid]')
  const language = currentLanguage()
  const date = { zone: settings.timeZone, hour12: settings.timeFormat === 12, language }
  const drawing = { look: frame.look, settings, date, t: words.list }
  if (grid && inbox) drawEarlyRows(grid, inbox.page, drawing)
  return screen
}

/** Its name, where that is one's own, and its number. */
function fillFolder(screen: ParentNode, folder: Folder, { count }: KeptFrame): void {
  const line = screen.querySelector(`li[data-drop="${folder.folderId}"]`)
  const link = line?.querySelector('a')
  if (!link) return
  const name = link.querySelector('[data-name]')
  if (name) name.textContent = folder.folderName
  // A closed one counts what lies in it: the page knows how.
  if (link.hasAttribute('data-toggled') || folder.role === 'trash' || folder.role === 'sent') return
  link.toggleAttribute('data-unread', folder.role !== 'drafts' && folder.unread > 0)
  const counted = folder.role === 'drafts' ? folder.mail : folder.unread
  if (counted > 0) link.append(span(count, counted > 9999 ? '9999+' : String(counted)))
}

function span(className: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}

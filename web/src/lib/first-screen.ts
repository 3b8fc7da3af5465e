import { onSessionEnd } from './session-end.ts'

/**
 * The first screen as it is drawn before the libraries are read. It stands over the root, which is made behind it, until that
 * has its list; what is pressed meanwhile is done then.
 */
let host: HTMLElement | null = null
let pressed: string | null = null
let isOver = false
/** Once the page is being made behind it, it stands no longer than this, whatever happens there. In ms. */
const longest = 4_000

/** Puts it there, unless what it stands for is there already. */
export function showFirstScreen(content: Node): void {
  const root = document.getElementById('root')
  if (isOver || host || !root) return
  host = document.createElement('div')
  host.className = 'first-screen'
  host.append(content)
  host.addEventListener('click', keepPress)
  host.addEventListener('submit', (event) => event.preventDefault())
  root.before(host)
  addEventListener('hashchange', endFirstScreen)
  addEventListener('storage', endWithLogin)
}

/** The libraries are here. */
export const expectPage = (): void => void setTimeout(endFirstScreen, longest)

/** The page itself is there, or this is no longer the page. */
export function endFirstScreen(): void {
  isOver = true
  if (!host) return
  const top = host.querySelector('[role=grid]')?.scrollTop ?? 0
  host.remove()
  host = null
  removeEventListener('hashchange', endFirstScreen)
  removeEventListener('storage', endWithLogin)
  const root = document.getElementById('root')
  if (top > 0) root?.querySelector('[role=grid]')?.scrollTo({ top })
  const wanted = pressed
  // Once effects have run.
  if (wanted) setTimeout(() => root?.querySelector<HTMLElement>(wanted)?.click())
}
onSessionEnd(endFirstScreen)

/** Another tab signed out or went on in another mailbox; the page may not listen yet. */
function endWithLogin({ key }: StorageEvent): void {
  if (key === null || key === 'accessToken' || key === 'login') endFirstScreen()
}

/** The last press counts. */
function keepPress(event: MouseEvent): void {
  event.preventDefault()
  const { target } = event
  const element = target instanceof Element ? target.closest('a, button, [data-id]') : null
  const row = element?.closest<HTMLElement>('[data-id]')
  const name = element?.getAttribute('aria-label')
  const href = element?.getAttribute('href')
  if (row) pressed = `[data-id="${CSS.escape(row.dataset.id ?? '')}"] a`
  else if (href) pressed = `a[href="${CSS.escape(href)}"]`
  else if (name) pressed = `button[aria-label="${CSS.escape(name)}"]`
}

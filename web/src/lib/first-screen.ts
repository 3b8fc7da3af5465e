import { onSessionEnd } from './session-end.ts'

/**
 * The first screen as it is drawn before the libraries are read. It stands over the root, which is made behind it, until that
 * has its list; what is pressed meanwhile is done then.
 */
let host: HTMLElement | null = null
let pressed: string | null = null
let keys: KeyboardEvent[] = []
let isOver = false
let watch: MutationObserver | null = null
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
  addEventListener('keydown', keepKey)
}

/** The libraries are here. */
export const expectPage = (): void => void setTimeout(endFirstScreen, longest)

const rowsOfPage = '#root [role=grid] [role=row][data-id]'

/** The page has its list: it takes the place as soon as it has drawn its rows too, which a long one does after it was measured. */
export function endFirstScreenAtRows(): void {
  const root = document.getElementById('root')
  const look = () => {
    if (!host || document.querySelector(rowsOfPage)) endFirstScreen()
  }
  look()
  if (!host || !root) return
  watch ??= new MutationObserver(look)
  watch.observe(root, { childList: true, subtree: true })
}

/** The page itself is there, or this is no longer the page. */
export function endFirstScreen(): void {
  isOver = true
  watch?.disconnect()
  if (!host) return
  const top = host.querySelector('[role=grid]')?.scrollTop ?? 0
  const typed = typedIn(host)
  host.remove()
  host = null
  removeEventListener('hashchange', endFirstScreen)
  removeEventListener('storage', endWithLogin)
  removeEventListener('keydown', keepKey)
  const root = document.getElementById('root')
  if (top > 0) root?.querySelector('[role=grid]')?.scrollTo({ top })
  if (root && typed) goOnTyping(root, typed)
  const wanted = pressed
  const kept = keys
  keys = []
  // Once effects have run.
  if (wanted || kept.length > 0)
    setTimeout(() => {
      if (wanted) root?.querySelector<HTMLElement>(wanted)?.click()
      for (const { key, code, shiftKey } of kept) {
        const again = { key, code, shiftKey, bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', again))
      }
    })
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

/** Single keys are shortcuts of the page; what is typed into a field stands in it. */
function keepKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
  const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox'
  if (isTyped || ctrlKey || metaKey || altKey || isComposing) return
  if ((key.length === 1 && key !== ' ') || /^Arrow(?:Up|Down)$/.test(key)) keys.push(event)
}

/** The field that somebody is in, as the page has one too. */
function typedIn(screen: HTMLElement): HTMLInputElement | null {
  const { activeElement: field } = document
  return field instanceof HTMLInputElement && screen.contains(field) ? field : null
}

/** The same field of the page, with what was typed and the caret where it was. */
function goOnTyping(
  root: HTMLElement,
  { type, placeholder, value, selectionStart }: HTMLInputElement,
) {
  const fields = [...root.querySelectorAll('input')]
  const field = fields.find((one) => one.type === type && one.placeholder === placeholder)
  if (!field || type === 'checkbox') return
  field.focus()
  if (value === '') return
  // Past React, which would take its own value for the one that stands there already.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.setSelectionRange(selectionStart, selectionStart)
}

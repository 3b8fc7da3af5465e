import type { Language } from '../../lib/language.ts'
import { partOfPage } from '../../lib/page-read.ts'

/**
 * The login form that is HTML: the build writes it into the page, once for each language (app/first-login.tsx), and it is
 * painted and typed into before any library is there. React takes its elements over as they are: what was typed, the
 * focus and what an input method is composing stay. While `data-first` stands on the root, no script answers it yet.
 */
const standing = (): HTMLElement | null => document.querySelector<HTMLElement>('#root[data-first]')

/** Puts the form there, for who is not signed in. */
export async function showFirstForm(language: Language): Promise<void> {
  const form = await partOfPage(`login-${language}`)
  const root = document.getElementById('root')
  if (!(form instanceof HTMLTemplateElement) || !root || root.hasChildNodes()) return
  root.dataset.first = ''
  root.append(form.content)
  root.addEventListener('click', keepPress)
  root.addEventListener('submit', keepPress)
  root.querySelector<HTMLInputElement>('[name=username]')?.focus()
}

/**
 * A button that is pressed before it can act says that it will, and does once it can; nothing leaves by the form itself. Of two
 * the later counts, but whoever chose a language and then signed in meant both.
 */
function keepPress(event: Event): void {
  const form = standing()
  const { target } = event
  if (!form || !(target instanceof Element)) return
  const button =
    event.type === 'submit' ? target.querySelector('[type=submit]') : target.closest('button')
  if (!button) return
  event.preventDefault()
  for (const other of form.querySelectorAll(waits))
    if (isLanguage(other) === isLanguage(button)) showWaiting(other, false)
  showWaiting(button, true)
}

const waits = '[data-waiting]'
const isLanguage = (button: Element): boolean => button.hasAttribute('lang')

function showWaiting(button: Element, on: boolean): void {
  button.toggleAttribute('data-waiting', on)
  if (on) button.setAttribute('aria-busy', 'true')
  else button.removeAttribute('aria-busy')
}

/**
 * The libraries do not come: said where somebody would wait for them. What was typed stays, and nothing leaves by the form
 * itself.
 */
export function sayUnloaded(): void {
  const root = document.getElementById('root')
  const words = document.getElementById(`unloaded-${document.documentElement.lang}`)
  const notice = words instanceof HTMLTemplateElement ? words.content.firstElementChild : null
  // What a screen threw is said by the screen.
  if (!root || !notice || (root.hasChildNodes() && !standing())) return
  const again = notice.querySelector('button')
  again?.addEventListener('click', () => location.reload())
  const form = standing()
  const title = form?.querySelector('main h1')
  // Below the line that would name the organisation.
  if (title) (title.nextElementSibling ?? title).after(notice)
  else root.replaceChildren(notice)
  root.removeEventListener('click', keepPress)
  root.removeEventListener('submit', keepPress)
  root.addEventListener('submit', (event) => {
    event.preventDefault()
    again?.focus()
  })
  for (const button of root.querySelectorAll(waits)) showWaiting(button, false)
}

/** Once what stands there is on the screen: any script would hold that up, as long as the browser is still at work on the frame. */
export async function firstFormPainted(): Promise<void> {
  if (!standing() || document.hidden) return
  const painted = new Promise<void>((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
  await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, longest))])
}

/** A page that the browser does not paint, for whatever reason, is not waited for that long. */
const longest = 1_000

/** The root whose form is to be taken over; null where none stands there. */
export const firstFormRoot = standing

/** What was typed into a field of the form that is being taken over. */
export function typedBefore(name: 'username' | 'password'): string {
  if (typeof document === 'undefined') return ''
  return standing()?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ''
}

/** From here on the form answers by itself, first what was pressed before: the language, then the rest with what was typed last. */
export function endFirstForm(): void {
  const root = standing()
  if (!root) return
  delete root.dataset.first
  const pressed = [...root.querySelectorAll<HTMLButtonElement>(waits)]
  for (const button of pressed) showWaiting(button, false)
  // As they stand in the form: the language is above the rest.
  setTimeout(() => {
    for (const button of pressed) button.click()
  })
}

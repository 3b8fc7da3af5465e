import { useSyncExternalStore } from 'react'

/** What was chosen on this device; before that, as the page itself is drawn. */
const place = 'darkMail'
const query = '(prefers-color-scheme: dark)'
const watchers = new Set<() => void>()

function isDark(): boolean {
  const chosen = localStorage.getItem(place)
  return chosen === null ? matchMedia(query).matches : chosen === '1'
}

function watch(changed: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  // Another tab chose.
  window.addEventListener('storage', changed)
  watchers.add(changed)
  return () => {
    media.removeEventListener('change', changed)
    window.removeEventListener('storage', changed)
    watchers.delete(changed)
  }
}

/** Whether the HTML of mails is drawn dark: what is read, and what is being written. */
export const useDarkMail = (): boolean => useSyncExternalStore(watch, isDark)

export function chooseDarkMail(dark: boolean): void {
  localStorage.setItem(place, dark ? '1' : '0')
  for (const changed of watchers) changed()
}

import type { SettingsIndex } from '@hongyan/contract/settings'
import { drawnSkin } from '@hongyan/contract/skins'

/** What changes how everything looks; `base.css` and `skins.css` read it from the root element. */
export type Looks = Pick<SettingsIndex, 'currentSkin' | 'darkMode' | 'enableGray' | 'fontSize'>

const place = 'looks'
const system = '(prefers-color-scheme: dark)'
const watchers = new Set<() => void>()

/** Draws everything so, at once, and the next start of this page before its first paint. */
export function showLooks({ currentSkin, darkMode, enableGray, fontSize }: Looks): void {
  const { dataset } = document.documentElement
  dataset.skin = drawnSkin(currentSkin)
  dataset.font = String(fontSize)
  dataset.theme = { system: 'system', on: 'dark', off: 'light' }[darkMode]
  if (enableGray === 1) dataset.grey = ''
  else delete dataset.grey
  localStorage.setItem(place, JSON.stringify({ currentSkin, darkMode, enableGray, fontSize }))
  for (const changed of watchers) changed()
}

/** As the last person here had it, until the settings come. */
export function showLastLooks(): void {
  try {
    const kept: Looks | null = JSON.parse(localStorage.getItem(place) ?? 'null')
    if (kept) showLooks(kept)
  } catch {
    localStorage.removeItem(place)
  }
}

/** Whether the page is drawn dark now. */
export function isPageDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && matchMedia(system).matches)
}

/** @returns the end of the watch */
export function watchPageDark(changed: () => void): () => void {
  const media = matchMedia(system)
  media.addEventListener('change', changed)
  watchers.add(changed)
  return () => {
    media.removeEventListener('change', changed)
    watchers.delete(changed)
  }
}

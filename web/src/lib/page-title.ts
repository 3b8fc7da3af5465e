import { useEffect, useRef } from 'react'
import { withoutTurning } from './foreign-text.ts'

interface Said {
  text: string
  over: boolean
}

/** What parts of the page say that it shows. */
const said: Said[] = []

/**
 * The title of the page while the component is there, and the one owner of `document.title`. What lies over a screen goes
 * before it, whichever spoke last; null says nothing.
 */
export function usePageTitle(text: string | null, { over = false } = {}): void {
  const voice = useRef<ReturnType<typeof sayTitle> | null>(null)
  const silent = text === null
  useEffect(() => {
    if (silent) return
    voice.current = sayTitle(over)
    return () => voice.current?.end()
  }, [silent, over])
  useEffect(() => {
    if (text !== null) voice.current?.change(text)
  }, [text])
}

/** A voice in the title. */
export function sayTitle(over: boolean) {
  const own: Said = { text: '', over }
  said.push(own)
  return {
    change: (text: string): void => {
      own.text = text
      show()
    },
    end: (): void => {
      said.splice(said.indexOf(own), 1)
      show()
    },
  }
}

function show(): void {
  const spoken = said.filter(({ text }) => text !== '')
  const shown = spoken.findLast(({ over }) => over) ?? spoken.at(-1)
  if (shown) document.title = plainTitle(shown.text)
}

/** No browser shows more of it. */
const longest = 300

/** Words of strangers stand in it: they turn nothing, and begin no new line (T29). */
const plainTitle = (title: string): string =>
  withoutTurning(title)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, longest)

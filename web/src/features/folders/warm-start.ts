const key = 'warm'

/** What lets the next start ask for the first page before it knows the folders. No content. */
export interface WarmStart {
  inbox?: number | undefined
  pageSize?: number | undefined
  /** Lists show conversations; one long list instead of pages. */
  conversation?: boolean | undefined
  continuous?: boolean | undefined
  /** The page begins in the inbox, not on the home screen. */
  startInInbox?: boolean | undefined
}

/** As it was last read: it is asked for at every drawing. */
let known: { text: string; warm: WarmStart } = { text: '{}', warm: {} }

export function readWarm(): WarmStart {
  const text = localStorage.getItem(key) ?? '{}'
  if (text !== known.text) known = { text, warm: parse(text) }
  return known.warm
}

function parse(text: string): WarmStart {
  try {
    const stored: unknown = JSON.parse(text)
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

export function rememberWarm(change: WarmStart): void {
  if (localStorage.getItem('accessToken') === null) return
  localStorage.setItem(key, JSON.stringify({ ...readWarm(), ...change }))
}

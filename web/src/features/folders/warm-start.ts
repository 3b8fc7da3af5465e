const key = 'warm'

/** What lets the next start ask for the first page before it knows the folders. No content. */
export interface WarmStart {
  inbox?: number | undefined
  pageSize?: number | undefined
  /** Lists show conversations; one long list instead of pages. */
  conversation?: boolean | undefined
  continuous?: boolean | undefined
}

export function readWarm(): WarmStart {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

export function rememberWarm(change: WarmStart): void {
  if (localStorage.getItem('accessToken') === null) return
  localStorage.setItem(key, JSON.stringify({ ...readWarm(), ...change }))
}

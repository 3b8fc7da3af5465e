/** What was searched for lately on this device; logging out clears it with everything else. */
const key = 'searchHistory'
const longest = 12

export function readHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** The newest first, each once. */
export function rememberSearch(keyword: string): void {
  const list = [keyword, ...readHistory().filter((one) => one !== keyword)]
  localStorage.setItem(key, JSON.stringify(list.slice(0, longest)))
}

export const clearHistory = (): void => localStorage.removeItem(key)

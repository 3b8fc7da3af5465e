/**
 * Turns a `redirect` parameter into a path inside this app, or null (T17). Only a hash path is
 * accepted: it starts with one `/`, holds no scheme, no host form (`//`, `/\`) and no control
 * characters that browsers drop while parsing (`/%09/x`). Login pages are no targets: they would loop.
 */
export function safeRedirect(value: string | null | undefined): string | null {
  if (!value || value.length > 2000) return null
  const decoded = decodeFully(value)
  if (decoded === null) return null
  return [value, decoded].every(isInternalPath) ? value : null
}

function isInternalPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//')) return false
  for (const character of path) {
    const code = character.charCodeAt(0)
    if (code <= 0x20 || code === 0x7f || character === '\\') return false
  }
  if (path.split(/[?#]/)[0]?.includes(':')) return false
  return !/^\/(login|loginBefore)(?:[/?#]|$)/i.test(path) && path !== '/'
}

function decodeFully(value: string): string | null {
  let text = value
  for (let round = 0; round < 5; round++) {
    let next: string
    try {
      next = decodeURIComponent(text)
    } catch {
      return null
    }
    if (next === text) return text
    text = next
  }
  return null
}

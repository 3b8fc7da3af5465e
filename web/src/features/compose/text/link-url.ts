/** What a person means by `example.com` or `li@example.com`; null for what is no safe link. */
export function linkUrl(typed: string): string | null {
  const text = typed.trim()
  if (/^(https?:\/\/|mailto:|tel:|ftp:\/\/)\S+$/i.test(text)) return text
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) || /\s/.test(text) || text === '') return null
  if (/^[^@/]+@[^@/.]+(?:\.[^@/.]+)+$/.test(text)) return `mailto:${text}`
  return /^[^\s/.][^\s/]*\.[^\s]{2,}|^localhost/i.test(text) ? `https://${text}` : null
}

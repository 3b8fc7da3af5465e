/** Compares what a link says with where it goes (T29). */

const hostInText =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]+@)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,24})(?::\d+)?(?:[/?#]\S*)?$/iu

/** The host that a link's text claims, in the form browsers use; null when the text is no address. */
export function claimedHost(text: string): string | null {
  const clean = text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim()
  const host = hostInText.exec(clean)?.[1]
  return host ? asciiHost(host) : null
}

/** Host of a web link as browsers write it (punycode); null for others. */
export function hostOf(href: string): string | null {
  try {
    const url = new URL(href)
    return /^https?:$/.test(url.protocol) ? url.hostname : null
  } catch {
    return null
  }
}

/** True when the text names another site than the link leads to. Subdomains of one another are the same site. */
export function linkMisleads(text: string, href: string): boolean {
  const target = hostOf(href)
  const claimed = claimedHost(text)
  if (!target || !claimed) return false
  const [a, b] = [bare(target), bare(claimed)]
  return a !== b && !a.endsWith(`.${b}`) && !b.endsWith(`.${a}`)
}

/** True for a host with letters outside ASCII, which may look like another one. */
export const isInternational = (host: string): boolean => /(?:^|\.)xn--/.test(host)

const bare = (host: string): string => host.toLowerCase().replace(/^www\./, '')

function asciiHost(host: string): string | null {
  try {
    return new URL(`https://${host}`).hostname
  } catch {
    return null
  }
}

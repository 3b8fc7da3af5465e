/** Compares what a link says with where it goes (T29). */

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`
const hostForm = String.raw`((?:${label}\.){1,9}\p{L}{2,24})(?::\d{1,5})?(?=[/?#\s]|$)`
/** The whole text is an address. */
const hostInText = new RegExp(
  `^(?:[a-z][a-z0-9+.-]{0,20}:\\/\\/)?(?:[^\\s/@]{1,64}@)?${hostForm}`,
  'iu',
)
/** An address that says so, wherever it stands in the text. */
const webInText = new RegExp(`(?:https?:\\/\\/|(?<![\\p{L}\\p{N}.])www\\.)${hostForm}`, 'iu')
/** Endings that are an address also with words behind it: "bank.com (click here)"; `Node.js` is none. */
const knownEnding =
  /\.(?:com|net|org|edu|gov|mil|int|info|biz|io|co|me|app|shop|bank|cn|hk|tw|jp|kr|sg|uk|de|fr|eu|us|ru|中国|公司|网络)$/i
/** What looks like a full stop to a person or a browser (UTS 39), beside what NFKC makes one. */
const fullStops = /[\u3002\u0701\u0702\u06d4\ua4f8\ua60e\u{10a50}\u{1d16d}]/gu
/** What looks like a slash or a hyphen, where NFKC leaves it. */
const slashes = /[\u2044\u2215\u29f8\u2571]/gu
const hyphens = /[\u2010-\u2015\u2043\u2212]/gu
const percent = /(?:%[0-9a-f]{2})+/gi
/** What is written backwards, up to its end. */
const override = /\u202e([^\u202c\u2069]*)/gu
const mostText = 2_000

/** The host that a link's text claims, in the form browsers use; null when the text is no address. */
export function claimedHost(text: string): string | null {
  const clean = decoded(text.slice(0, mostText))
    .replace(override, (_, turned: string) => [...turned].reverse().join(''))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(fullStops, '.')
    .replace(slashes, '/')
    .replace(hyphens, '-')
    .replace(/\p{Cf}/gu, '')
    .trim()
  const first = hostInText.exec(clean)
  if (first?.[1] && (!/\s/.test(clean) || knownEnding.test(first[1]))) return asciiHost(first[1])
  const named = webInText.exec(clean)?.[1]
  return named ? asciiHost(named) : null
}

function decoded(text: string): string {
  return text.replace(percent, (codes) => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes
    }
  })
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

/**
 * True when the text names another site than the link leads to, or the link itself does (`https://bank.com@evil.test/`).
 * Subdomains of one another are the same site.
 */
export function linkMisleads(text: string, href: string): boolean {
  const target = hostOf(href)
  if (target && new URL(href).username !== '') return true
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

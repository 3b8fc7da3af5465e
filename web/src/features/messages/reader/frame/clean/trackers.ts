/** What is known of a remote picture before it is loaded. */
export interface PictureLook {
  url: string
  width: string | null
  height: string | null
  style: string
}

/** Services and paths that are there to report an opening, whatever they send back. */
const knownHosts =
  /(?:^|\.)(?:google-analytics\.com|mailtrack\.io|mltrk\.io|yesware\.com|bananatag\.com|streak\.com|getnotify\.com|emltrk\.com|mixmax\.com|cirrusinsight\.com|sidekickopen\d*\.com|hubspotlinks\.com|list-manage\.com|sendibt\d*\.com|customeriomail\.com|intercom-mail(?:-\d+)?\.com|mandrillapp\.com|pstmrk\.it)$/i
const knownPaths =
  /\/(?:track(?:ing)?\/open|open\.(?:php|aspx?|gif|png)|wf\/open|trk\/|e\/o\/|o\.gif|pixel(?:\.gif|\.png)?(?:$|[/?])|beacon(?:\.gif)?(?:$|[/?])|spacer\.gif\?|t\.gif|1x1\.(?:gif|png)|collect\?|imp(?:ression)?\?|ss\/o\/)/i
/** A value that names one reader: long, and no word. */
const token = /^(?=.*\d)(?=.*[a-z])[\w~.=+/%-]{24,}$/i

const pixels = (text: string | null | undefined): number | null => {
  const match = /^(\d{1,5})(?:\.\d{1,10})?\s*(?:px)?$/i.exec(text?.trim() ?? '')
  return match ? Number(match[1]) : null
}

/** The declarations of a style that say something about its size or whether it is seen; the first of each name. */
function declarationsOf(style: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const one of style.toLowerCase().split(';')) {
    const colon = one.indexOf(':')
    const name = one.slice(0, Math.max(0, colon)).trim()
    const value =
      one
        .slice(colon + 1)
        .split('!', 1)[0]
        ?.trim() ?? ''
    if (name !== '' && !found.has(name)) found.set(name, value)
  }
  return found
}

const isHidden = (style: ReadonlyMap<string, string>): boolean =>
  style.get('display') === 'none' ||
  style.get('visibility') === 'hidden' ||
  Number(style.get('opacity') || 1) === 0

/**
 * True for a picture that is there to report that the mail was opened: not larger than 2 × 2 pixels or hidden, of a known
 * service or path, or with an address that names one reader and no size to be seen in. Trackers are never loaded.
 */
export function isTracker({ url, width, height, style }: PictureLook): boolean {
  const styles = declarationsOf(style)
  const styled = (name: string) => pixels(styles.get(`max-${name}`)) ?? pixels(styles.get(name))
  const [w, h] = [styled('width') ?? pixels(width), styled('height') ?? pixels(height)]
  if ((w !== null && w <= 2) || (h !== null && h <= 2) || isHidden(styles)) return true
  if (!URL.canParse(url)) return false
  const { hostname, pathname, search, searchParams } = new URL(url)
  if (knownHosts.test(hostname) || knownPaths.test(pathname + search)) return true
  const isSized = w !== null || h !== null
  const isPicture = /\.(?:png|jpe?g|webp|avif|bmp)$/i.test(pathname)
  return !isSized && !isPicture && [...searchParams.values()].some((value) => token.test(value))
}

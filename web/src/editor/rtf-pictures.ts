/** At most this much of the clipboard is looked through. */
const longest = 64 * 1024 * 1024

/**
 * Pictures of a text that Word or WPS put on the clipboard. Its HTML names files of the writer's own disk, which no
 * page may read; the same pictures stand in the RTF beside it, in the same order, as hexadecimal numbers.
 * @returns null for one in a form that browsers do not show (a metafile), so that the order stays
 */
export function rtfPictures(rtf: string): (File | null)[] {
  if (rtf.length > longest) return []
  const found: (File | null)[] = []
  let next = 0
  for (let at = rtf.indexOf('{\\pict'); at >= 0; at = rtf.indexOf('{\\pict', next)) {
    next = at + 6
    if (rtf[at - 1] === '\\') continue
    // Old readers get the same picture once more as a metafile.
    if (/\{\\nonshppict\s*$/.test(rtf.slice(Math.max(0, at - 20), at))) continue
    // Behind the whole group: what stands in it is part of this picture, and nothing is passed twice.
    next = endOfGroup(rtf, at)
    found.push(pictureOf(rtf.slice(at, next), found.length + 1))
  }
  return found
}

function pictureOf(group: string, number: number): File | null {
  const kind = /\\(png|jpeg)blip/.exec(group)?.[1]
  if (kind === undefined) return null
  const bytes = hexOf(group)
  if (bytes === null) return null
  const type = `image/${kind}`
  return new File([bytes], `picture-${number}.${kind === 'jpeg' ? 'jpg' : kind}`, { type })
}

/** The numbers are the last thing in the group, after its words and the groups within. */
function hexOf(group: string): Uint8Array<ArrayBuffer> | null {
  let from = group.length
  while (from > 0 && /[\da-f\s]/i.test(group.charAt(from - 1))) from--
  // A word of the group may end with such letters: the numbers begin after a bracket or a blank.
  if (group.charAt(from - 1) !== '}') from += Math.max(0, group.slice(from, from + 40).search(/\s/))
  const text = group.slice(from).replace(/\s/g, '')
  if (text.length < 16 || text.length % 2 === 1) return null
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16)
  }
  return bytes
}

/** Where the group that begins at `start` closes. */
function endOfGroup(rtf: string, start: number): number {
  let depth = 0
  for (let at = start; at < rtf.length; at++) {
    const char = rtf[at]
    if (char === '\\') at += 1
    else if (char === '{') depth += 1
    else if (char === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return rtf.length
}

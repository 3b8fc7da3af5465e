import { domainToUnicode } from 'node:url'
import { normalForm } from '@hongyan/contract/normal-form'

/**
 * Letters of other scripts that are drawn like Latin ones (a part of UTS #39), and digits that pass for letters.
 * Everything that looks alike becomes one letter.
 */
const alike: Record<string, string> = {
  ...pairs('аa вb сc еe һh іi їi јj кk мm нh оo рp ԛq ѕs тt уy ѵv ԝw хx ԁd ӏl үy гr пn ԍg'),
  ...pairs('αa βb εe ηn ιi κk νv οo ρp τt υu χx ωw γy σo'),
  ...pairs('ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz'),
  ...pairs('ıi ɩi ǀl ℓl øo đd ħh łl ŋn ɑa ɡg ᴏo'),
  ...pairs('0o 1l |l !l 3e 5s $s @a'),
}

function pairs(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map((pair) => [[...pair][0] ?? '', [...pair][1] ?? '']))
}

const invisible = /\p{Default_Ignorable_Code_Point}|\p{M}/gu

/** What a text looks like: two texts that a person takes for the same have the same skeleton. */
export const skeleton = (text: string): string =>
  [...normalForm(normalForm(text, 'NFKD').replace(invisible, '').toLowerCase(), 'NFKC')]
    .map((char) => alike[char] ?? char)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    // A capital I is an l in most faces.
    .replaceAll('i', 'l')

const separators = /[\s.,;:'"’`·•_()[\]<>/\\-]+/u

/** Skeleton of a person's name: the order of its words and what stands between them do not count. */
export const nameSkeleton = (name: string): string =>
  name.slice(0, 200).split(separators).filter(Boolean).map(skeleton).sort().join(' ')

/** A name long enough to be mistyped on purpose: in Chinese one character more is simply another person. */
export const canBeNear = (look: string): boolean =>
  look.length >= 7 && !/\p{Script=Han}/u.test(look)

/** Every text that lacks one character of this one, and itself: two texts at distance 1 share one of them. */
export function withoutOne(text: string): string[] {
  const all = [text]
  let at = 0
  for (const char of text) {
    all.push(text.slice(0, at) + text.slice(at + char.length))
    at += char.length
  }
  return all
}

/** True when at most `max` characters were changed, left out, put in or swapped with their neighbour. */
export function isNear(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max || a.length > 253 || b.length > 253) return false
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = nextRow({ a, b, i }, before, row)
    before = row
    row = next
  }
  return (row[b.length] ?? 0) <= max
}

/** One row of the table of distances (Damerau, neighbours swapped at most once). */
function nextRow(
  { a, b, i }: { a: string; b: string; i: number },
  before: readonly number[],
  row: readonly number[],
): number[] {
  const next = [i]
  for (let j = 1; j <= b.length; j++) {
    const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change
    next[j] = Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
  }
  return next
}

/** True when a domain is one of ours or lies below it. */
export const isWithin = (domain: string, own: string): boolean =>
  domain === own || domain.endsWith(`.${own}`)

/**
 * True when a domain can be taken for ours: drawn alike (`exаmple.org`), nearly the same (`exmaple.org`), the same name
 * elsewhere (`example-org.net`, `example.net`), or ours in front of another (`example.org.evil.net`) (T29).
 */
export function looksLikeDomain(domain: string, own: string): boolean {
  if (isWithin(domain, own)) return false
  if (domain.startsWith(`${own}.`) || domain.includes(`.${own}.`)) return true
  const [theirs, ours] = [skeleton(shown(domain)), skeleton(shown(own))]
  if (theirs === ours) return true
  if (ours.length >= 7 && isNear(theirs, ours, ours.length >= 16 ? 2 : 1)) return true
  const [theirName, ourName] = [bareName(theirs), bareName(ours)]
  return ourName.length >= 5 && (theirName === ourName || bareName(theirs, '-') === ourName)
}

const shown = (domain: string): string => domainToUnicode(domain) || domain

/** The name without its top-level domain and without dots and hyphens. */
function bareName(domain: string, extra = ''): string {
  const labels = domain.split('.').slice(0, -1)
  const name = extra === '' ? labels.join('') : (labels.at(-1) ?? '')
  return name.replaceAll('-', '')
}

const twoLevel = /\.(?:co|com|net|org|gov|edu|ac)\.[a-z]{2}$/

/** The part of a domain that one organisation owns, by the usual shapes: good enough for a warning. */
export const siteOf = (domain: string): string =>
  domain
    .split('.')
    .slice(twoLevel.test(domain) ? -3 : -2)
    .join('.')

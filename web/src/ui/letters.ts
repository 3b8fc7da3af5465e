/** Degrees in OKLCH; the lightness is the same for all, so that the letters are readable on each. */
const hues = [222, 170, 290, 40, 355, 70, 255, 140, 320, 20]

/** How a person's initials are drawn: the letters, their size in pixels, and the degrees of the colour behind them. */
export function lettersOf(name: string, address: string | undefined, size: number) {
  const label = initials(name || address || '?', size)
  return {
    label,
    fontSize: Math.round(size * (label.length > 1 ? 0.34 : 0.44)),
    hue: hues[hash(address || name) % hues.length] ?? 0,
  }
}

/** Chinese names show their last two characters (one when small), others the first letters of two words. */
export function initials(name: string, size: number): string {
  const clean = name.trim()
  const characters = [...clean.replace(/[\s·.]/g, '')]
  if (/^\p{Script=Han}+$/u.test(characters.join('')) && characters.length <= 4) {
    return characters.slice(size < 28 ? -1 : -2).join('')
  }
  const words = clean.split(/[\s@._-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const first = [...(words[0] ?? clean)][0] ?? '?'
  const second =
    size >= 28 && /^[a-z]/i.test(words[1] ?? '') ? ([...(words[1] ?? '')][0] ?? '') : ''
  return (/^[a-z]/i.test(first) ? first + second : first).toUpperCase()
}

function hash(text: string): number {
  let value = 7
  for (let at = 0; at < text.length; at++) value = (value * 31 + text.charCodeAt(at)) >>> 0
  return value
}

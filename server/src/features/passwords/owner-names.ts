import { pinyin } from '../../platform/names/pinyin.ts'

/**
 * How a name is written in Latin letters, without spaces: the full pinyin of a Chinese one, a Latin one as it is (G34).
 * A surname is read as surnames are; `ü` also as `v`, which is how it is typed.
 */
export function ownerNames(name: string): string[] {
  const spoken = pinyin(name, { toneType: 'none', type: 'array', surname: 'head' }).join('')
  const plain = spoken.toLowerCase().replace(/[^\p{L}]/gu, '')
  return [...new Set([plain, plain.replaceAll('ü', 'v'), plain.replaceAll('ü', 'u')])].filter(
    (one) => one !== '',
  )
}

import { normalForm } from '@hongyan/contract/normal-form'
import { pinyin } from '../../platform/names/pinyin.ts'

const cjk = /\p{Script=Han}/u

/** What a folder is found by while somebody types: its name, its pinyin and the initials; in lower case. */
export function searchKeys(name: string): string[] {
  const folded = normalForm(name, 'NFKC').toLowerCase()
  if (!cjk.test(name)) return [folded]
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')
  const initials = syllables.map((one) => one[0] ?? '')
  return [...new Set([folded, syllables.join(''), syllables.join(' '), initials.join('')])]
}

import { normalForm } from '@hongyan/contract/normal-form'
import { pinyin } from './pinyin.ts'

const cjk = /\p{Script=Han}/u
const maxKey = 60
const maxKeys = 16

/**
 * What a person is found by when somebody begins to type: the name, its words, its pinyin with the surname's
 * own reading (单 → shan), the initials, and the parts of the address; all in lower case.
 */
export function keysOf({ name, address }: { name: string; address: string }): string[] {
  const folded = fold(name)
  const local = fold(address.slice(0, address.lastIndexOf('@')))
  const keys = [
    folded,
    ...folded.split(/[\s,()"'|/-]+/),
    ...pinyinKeys(name),
    fold(address),
    local,
    ...local.split(/[._+-]+/),
  ]
  const usable = keys.map((key) => key.slice(0, maxKey)).filter((key) => key !== '')
  return [...new Set(usable)].slice(0, maxKeys)
}

/** How typed text is compared with keys. */
export const fold = (text: string): string =>
  normalForm(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

function pinyinKeys(name: string): string[] {
  if (!cjk.test(name) || name.length > 20) return []
  const syllables = pinyin(name, {
    toneType: 'none',
    type: 'array',
    mode: 'surname',
    nonZh: 'removed',
  })
  const given = [...name].slice(1).join('')
  return [
    syllables.join(''),
    syllables.join(' '),
    syllables.map((one) => one[0] ?? '').join(''),
    // The given name alone: 张伟明 by 伟明 and weiming.
    given,
    syllables.slice(1).join(''),
  ]
}

import type { HelpSource } from '@hongyan/contract/assistant-wire'
import type { Language } from '@hongyan/contract/errors'
import { normalForm } from '@hongyan/contract/normal-form'
import { house } from './help-pages/house.ts'
import { reading } from './help-pages/reading.ts'
import { settings } from './help-pages/settings.ts'
import { signingIn } from './help-pages/signing-in.ts'
import { writing } from './help-pages/writing.ts'

/** One page of the help in one language. */
export interface HelpPage extends HelpSource {
  text: string
}

interface Indexed {
  pages: Record<Language, HelpPage>
  /** The words of the title as it is shown. */
  heads: Record<Language, ReadonlySet<string>>
  /** Those of both titles, and further words that people ask with. */
  title: ReadonlySet<string>
  words: ReadonlySet<string>
}

/** What the product can do and how (G113). */
const helpPages = [...signingIn, ...writing, ...reading, ...settings, ...house]

/** Pages that are shown for one question. */
const most = 3
let index: { all: readonly Indexed[]; rarity: ReadonlyMap<string, number> } | null = null

/** The pages that a question is about, the best first; none when no page is. */
export function findHelp(question: string, language: Language): HelpPage[] {
  index ??= makeIndex()
  const { all, rarity } = index
  const asked = wordsOf(question)
  if (asked.size === 0) return []
  const weightOf = (word: string): number => rarity.get(word) ?? 0
  const known = [...asked].filter((word) => weightOf(word) > 0)
  const whole = [...asked].reduce((sum, word) => sum + (weightOf(word) || 1), 0)
  const scored = all
    .map(({ pages, heads, title, words }) => ({
      page: pages[language],
      beside: [...heads[language]].filter((word) => !asked.has(word)).length,
      score: known.reduce(
        (sum, word) => sum + weightOf(word) * (title.has(word) ? 2.5 : words.has(word) ? 1 : 0),
        0,
      ),
    }))
    .filter(({ score }) => score / whole > 0.5)
    // Of two that match alike, the one whose title says nothing beside what was asked.
    .toSorted((a, b) => b.score - a.score || a.beside - b.beside)
  const best = scored[0]?.score ?? 0
  return scored
    .filter(({ score }) => score > best * 0.6)
    .slice(0, most)
    .map(({ page }) => page)
}

const unknown: Record<Language, string> = {
  zh: '帮助中没有找到与此相关的内容。请换一种说法，或在“设置”中搜索，也可以联系管理员。',
  en: 'The help has nothing about this. Try other words, search in the settings, or ask your administrator.',
}
/** What the help says: the best page whole, for the others stand beside it as sources. */
export const helpAnswer = ([best]: readonly HelpPage[], language: Language): string =>
  best?.text ?? unknown[language]

function makeIndex() {
  const all = helpPages.map(({ route, ask, zh, en }): Indexed => {
    const title = `${zh[0]} ${en[0]} ${ask}`
    return {
      pages: {
        zh: { title: zh[0], text: zh[1], route },
        en: { title: en[0], text: en[1], route },
      },
      heads: { zh: wordsOf(zh[0]), en: wordsOf(en[0]) },
      title: wordsOf(title),
      words: wordsOf(`${title} ${zh[1]} ${en[1]}`),
    }
  })
  const rarity = new Map<string, number>()
  for (const { words } of all)
    for (const word of words) rarity.set(word, (rarity.get(word) ?? 0) + 1)
  for (const [word, times] of rarity) rarity.set(word, Math.log(1 + all.length / times))
  return { all, rarity }
}

const idle = new Set(
  'the a an is are what how do does can i my to of in on for it and or me when why not with be this that if 怎么 么办 什么 如何 怎样 请问 我的 可以 是什 一个 哪里 吗'.split(
    ' ',
  ),
)

/** Words without endings, and pairs of Chinese characters, without those that every question has. */
function wordsOf(text: string): Set<string> {
  const lower = normalForm(text, 'NFKC').toLowerCase()
  const latin = (lower.match(/[a-z0-9]+/g) ?? []).map((word) =>
    word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word,
  )
  const han = (lower.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) =>
    run.length === 1 ? [run] : [...run].slice(1).map((_, at) => run.slice(at, at + 2)),
  )
  return new Set([...latin, ...han].filter((word) => !idle.has(word)))
}

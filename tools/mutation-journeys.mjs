/** Which journeys walk through a place of the pages: a journey presses and reads what the pages say, so the texts tell. */
import { basename, posix } from 'node:path'
import { texts } from './ledgers.mjs'

const isJourney = (file) => /^e2e\/journeys\/.*\.spec\.ts$/.test(file)
const isOfPages = /^web\/src\/.*\.tsx?$/
/** A text that stands in more journeys tells nothing about which. */
const mostWithText = 25
/** How much the texts of a file count that lies so many imports from the changed one. */
const weights = [1, 0.6, 0.3]

/** @param sources file → text, of the project */
export function createJourneyChooser(sources) {
  const pieces = [...sources].filter(([file]) => isJourney(file)).flatMap(piecesOf)
  const known = textsByKey()
  const counts = new Map()
  const holders = (text) => {
    if (!counts.has(text))
      counts.set(
        text,
        pieces.filter((piece) => piece.holds(text)),
      )
    return counts.get(text)
  }
  return {
    /** Journeys in which a text stands word for word: `[file, name]`. */
    withText: (text) => holders(text).map(({ file, name }) => [file, name]),
    ofFeature: (feature) =>
      pieces
        .filter(({ file }) => basename(file) === `${feature}.spec.ts`)
        .map(({ file, name }) => [file, name]),
    /** Journeys of a changed file, the likeliest first. `near`: file → how many imports lie between. */
    likely(changed, near) {
      const scores = new Map(pieces.map((piece) => [piece, named(piece, changed)]))
      const pages = [...near].filter(([file, far]) => weights[far] && isOfPages.test(file))
      for (const [file, far] of pages) {
        const found = [...textsOf(sources.get(file), known)].map(holders)
        for (const those of found.filter((all) => all.length <= mostWithText))
          for (const piece of those)
            scores.set(piece, scores.get(piece) + weights[far] / Math.sqrt(those.length))
      }
      return [...scores]
        .filter(([, score]) => score >= 0.3)
        .toSorted((a, b) => b[1] - a[1])
        .map(([{ file, name }]) => [file, name])
    },
  }
}

/** The tests of a journey file; what stands before the first belongs to all. */
function piecesOf([file, source]) {
  const [head, ...own] = source.split(/\n(?=\s*test\()/)
  return own.flatMap((piece) => {
    const name = /test\(\s*(['"`])(.*?)\1/s.exec(piece)?.[2]
    if (!name || name.includes('${')) return []
    const quoted = (text) => [`'${text}'`, `"${text}"`, `/${text}`].some((one) => said(one))
    const said = (one) => piece.includes(one) || head.includes(one)
    return [{ file, name, holds: quoted }]
  })
}

/** A journey named after the feature or the file is likelier by a little. */
function named({ file }, changed) {
  const stem = basename(file).split('.')[0]
  const parts = posix.dirname(changed).split('/').slice(2)
  return parts.some((part) => stem === part || stem.startsWith(`${part}-`)) ? 0.4 : 0
}

/** `feature:key` → its texts that a page shows as they are. */
const textsByKey = () =>
  new Map(
    texts().map(([key, ...languages]) => [
      key,
      languages.filter((text) => text !== '' && !text.includes('{{')),
    ]),
  )

/** What a file of the pages says, in all languages. */
function textsOf(source, known) {
  const spaces = [...source.matchAll(/useTranslation\('([\w-]+)'/g)].map(([, space]) => space)
  const found = [...source.matchAll(/['"`]([\w.:-]+)['"`]/g)].flatMap(([, word]) => [
    ...(known.get(word) ?? []),
    ...spaces.flatMap((space) => known.get(`${space}:${word}`) ?? []),
  ])
  return new Set(found)
}

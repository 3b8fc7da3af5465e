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
      const scores = new Map(
        pieces.map((piece) => [piece, named(piece, changed, sources.get(changed))]),
      )
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
    const said = (one) => piece.includes(one) || head.includes(one)
    const quoted = [...`${head}${piece}`.matchAll(/(['"`/])([^'"`/\n]{2,}?)\1/g)].map(
      ([, , one]) => one,
    )
    // A long text may stand within what a journey says and the other way round; a short one is a word of many.
    const parts = quoted.filter((one) => one.length >= long(one))
    const holds = (text) =>
      quoted.includes(text) ||
      parts.some((one) => text.includes(one)) ||
      (text.length >= long(text) && said(text))
    return [{ file, name, holds }]
  })
}

const long = (text) => (/\p{Script=Han}/u.test(text) ? 5 : 16)

/** A journey named after the feature, or after one that the changed file needs, is likelier by a little. */
function named({ file }, changed, source = '') {
  const stem = basename(file).split('.')[0]
  const needed = [...source.matchAll(/'(?:\.\.\/)+([\w-]+)\//g)].map(([, feature]) => feature)
  const parts = [...posix.dirname(changed).split('/').slice(2), ...needed]
  return parts.some((part) => stem === part || stem.startsWith(`${part}-`)) ? 0.4 : 0
}

/** `feature:key` → what of its texts a page shows as it is. */
const textsByKey = () =>
  new Map(
    texts().map(([key, ...languages]) => [
      key,
      languages.map(fixedPart).filter((text) => text.length > 1),
    ]),
  )

const fixedPart = (text) =>
  text
    .split(/\{\{[^}]*\}\}/)
    .map((part) => part.trim())
    .toSorted((a, b) => b.length - a.length)[0] ?? ''

/** What a file of the pages says, in all languages. */
function textsOf(source, known) {
  const spaces = [...source.matchAll(/useTranslation\('([\w-]+)'/g)].map(([, space]) => space)
  const found = [...source.matchAll(/['"`]([\w.:-]+)['"`]/g)].flatMap(([, word]) => [
    ...(known.get(word) ?? []),
    ...spaces.flatMap((space) => known.get(`${space}:${word}`) ?? []),
  ])
  return new Set(found)
}

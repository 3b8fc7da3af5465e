import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDeepTexts, readPlainTexts } from '../../../documents/deep-texts.ts'
import { findIn } from './content-finds.ts'
import { fold, tight } from './fold.ts'
import { readWanted, type Wanted, type WordLists, writeWanted } from './wanted.ts'
import { searchFor } from './word-search.ts'

/** Each word for itself, from the front. */
function countOne(text: string, word: string, isWhole: boolean): number {
  const isPart = (sign = ''): boolean => /^[a-z0-9]$/.test(sign)
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    if (!isWhole || (!isPart(text[at - 1]) && !isPart(text[at + word.length]))) count++
  return count
}

const letters = fc.constantFrom('a', 'b', ' ', '机', '密')
const wordOf = fc.string({ unit: letters, minLength: 1, maxLength: 5 })

it('issue 17: words that are looked for together are counted as each by itself', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: letters, maxLength: 60 }),
      fc.array(wordOf, { maxLength: 30 }),
      fc.boolean(),
      (text, words, isWhole) => {
        const counts = searchFor(words, isWhole).count(text)
        for (const word of words)
          expect(counts.get(word) ?? 0, word).toBe(countOne(text, word, isWhole))
      },
    ),
    { numRuns: 500 },
  )
})

it('issue 17: of what all rules look for those that are asked are answered, in that order', async () => {
  const texts = readPlainTexts(Buffer.from('Subject: one\r\n\r\ntwo'))
  const { all } = await askFor(['one', 'two', 'three'].map((word) => wanting({ words: [word] })))
  const found = texts && findIn(texts, { all, which: [2, 1] }).finds
  expect(found?.map((finds) => finds.map(({ value }) => value))).toEqual([[], ['two']])
})

const html =
  '<p>Secret <b>plan</b> 机<i>密</i> 13800138000</p><span style="display:none">hidden</span>'
const parts = (types: readonly string[]): string =>
  types.map((type) => `--x\r\nContent-Type: ${type}\r\n\r\n${html}\r\n`).join('')
const alternative = (types: readonly string[]): string =>
  `Subject: plan\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n${parts(types)}--x--\r\n`

const wanting = (some: Partial<Wanted>): Wanted => ({
  ...{ words: [], lists: [], patterns: [], places: [] },
  ...some,
})
async function askFor(rules: readonly Wanted[], lists: WordLists = new Map()) {
  return { all: await writeWanted({ rules, lists }), which: [...rules.keys()] }
}
const inBody = await askFor([wanting({ words: ['plan'], places: ['body'] })])
const asked = await askFor([
  wanting({
    words: ['plan', '机密', 'hidden', 'secret plan', 'lan'],
    patterns: ['phone'],
  }),
  wanting({ words: ['plan'], places: ['subject'] }),
])

it.each([
  ['Ａ  Ｂ\t\u200bc', 'a b c', 'abc'],
  ['A  B\r\nC-1', 'a b c-1', 'abc1'],
  ['机\u00ad密', '机密', '机密'],
])('issue 17: a text is folded the same in whatever letters: %j', (text, folded, close) => {
  expect(fold(text)).toBe(folded)
  expect(tight(fold(text))).toBe(close)
})

it('issue 17: a place is that of the text, also where two say the same', () => {
  const texts = readPlainTexts(Buffer.from('Subject: plan\r\n\r\nPlan'))
  const found = texts && findIn({ ...texts, body: ['plan'] }, inBody).finds[0]
  expect(found).toEqual([{ kind: 'word', value: 'plan', place: 'body', count: 1 }])
})

it.each([
  ['plain text', 'Subject: a\r\n\r\nplan, plan 机 密 13800138000\r\n'],
  ['HTML', alternative(['text/html'])],
  ['a body that says what the subject says', 'Subject: plan\r\n\r\nPlan'],
  ['both', alternative(['text/plain', 'text/html'])],
  ['nothing', ''],
  ['no end', alternative(['text/html']).slice(0, -20)],
])('issue 17: a mail of text says the same on the spot: %s', async (_, raw) => {
  const here = readPlainTexts(Buffer.from(raw))
  expect(here && findIn(here, asked)).toEqual(findIn(await readDeepTexts(Buffer.from(raw)), asked))
})

it.each([
  ['a file', alternative(['text/html', 'text/plain; name=a.txt'])],
  ['a mail', alternative(['text/html', 'message/rfc822'])],
  ['data', alternative(['application/octet-stream'])],
  ['a file alone', 'Content-Disposition: attachment; filename=a.txt\r\n\r\nplan\r\n'],
  [
    'what is encrypted',
    'Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nAAAA\r\n',
  ],
])('issue 17: what may hold more than text is not read on the spot: %s', (_, raw) => {
  expect(readPlainTexts(Buffer.from(raw))).toBeNull()
})

it('issue 12: what all rules look for is read as it was, each list once, however many rules name it', async () => {
  const words = Array.from({ length: 20_001 }, (_, n) => `wort "${n}" \ud800 机密`)
  const lists = new Map([
    ['long', words],
    ['empty', []],
    ['named by nobody', ['x']],
  ])
  const rules = [
    ...Array.from({ length: 200 }, () => wanting({ lists: ['long', 'empty', 'gone'] })),
    wanting({ words: words.slice(0, 1_001), patterns: ['phone'], places: ['body'] }),
  ]
  const written = await writeWanted({ rules, lists })
  lists.delete('named by nobody')
  expect(readWanted(written)).toEqual({ rules, lists })
  expect(written.bytes.length).toBeLessThan(1_000_000)
  expect(readWanted(await writeWanted({ rules: [], lists }))).toEqual({
    rules: [],
    lists: new Map(),
  })
  expect((await writeWanted({ rules, lists })).id).not.toBe(written.id)
})

it('issue 12: words of a list are found by every rule that names it, one that is gone nowhere', async () => {
  const texts = readPlainTexts(Buffer.from('Subject: one\r\n\r\nplan of 机 密'))
  const lists = new Map([['own', ['plan', '机密']]])
  const asked = await askFor(
    [
      wanting({ lists: ['own'] }),
      wanting({ lists: ['gone'] }),
      wanting({ words: ['one'], lists: ['own'] }),
    ],
    lists,
  )
  const found = texts && findIn(texts, asked).finds
  expect(found?.map((finds) => finds.map(({ value }) => value))).toEqual([
    ['plan', '机密'],
    [],
    ['one', 'plan', '机密'],
  ])
})

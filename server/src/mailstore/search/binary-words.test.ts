import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { binaryArray, binaryWords } from './binary-words.ts'
import { createTermWriter, scoped } from './search-terms.ts'

const scope = '12.24310.'

const texts = {
  nothing: '',
  'a word': 'budget',
  'both scripts': 'The budget 预算报告 and 𠀀𠀁 café ｆｕｌｌ ｗｉｄｔｈ',
  'a word more often than is kept': 'again '.repeat(400),
  'more places than there are': `${'a b c '.repeat(6_000)}last last`,
  'many words': Array.from({ length: 5_000 }, (_, index) => `w${index}`).join(' '),
  'a long word': 'x'.repeat(200),
}

it('SEARCH-07 words sent in binary are the same as those of the literal, whatever was written', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const literals = Object.values(texts).map((text) => {
    const terms = createTermWriter()
    terms.add('subject', text.slice(0, 2_000))
    terms.add('from', text.slice(0, 100))
    terms.add('body', text)
    terms.add('files', 'last')
    return terms.toTsvector()
  })
  const { rows } = await client.query<{ same: boolean }>(
    `SELECT sent = literal::tsvector AS same
     FROM unnest($1::tsvector[], $2::text[]) WITH ORDINALITY AS x (sent, literal, place) ORDER BY place`,
    [
      binaryArray(literals.map((one) => binaryWords(one, scope))),
      literals.map((one) => scoped(one, scope)),
    ],
  )
  expect(rows).toEqual(literals.map(() => ({ same: true })))
  const none = await client.query('SELECT cardinality($1::tsvector[]) AS n', [binaryArray([])])
  expect(none.rows).toEqual([{ n: 0 }])
  await client.end()
  await database.drop()
})

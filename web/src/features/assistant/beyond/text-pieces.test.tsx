// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { piecesOf, putBack, putWords } from './text-pieces.ts'

it('issue 15: words stand where words stood, the tags stay, and the original comes back letter by letter', () => {
  const html =
    '<p> Hello <b>Anna</b>, </p><style>p { color: red }</style><p>12,00</p><a href="https://a.example">Plan</a>'
  document.body.innerHTML = html
  const { pieces, isWhole } = piecesOf(document.body)
  expect(pieces.map(({ original }) => original)).toEqual([' Hello ', 'Anna', 'Plan'])
  expect(isWhole).toBe(true)
  for (const [at, piece] of pieces.entries()) putWords(piece, ['您好', '安娜<b>', '计划'][at] ?? '')
  expect(document.body.innerHTML).toBe(
    '<p> 您好 <b>安娜&lt;b&gt;</b>, </p><style>p { color: red }</style><p>12,00</p><a href="https://a.example">计划</a>',
  )
  putBack(pieces)
  expect(document.body.innerHTML).toBe(html)
})

it('issue 15: of a mail that is too long the first part is translated', () => {
  document.body.innerHTML = `<p>${'word '.repeat(3_000)}</p><p>${'word '.repeat(3_000)}</p>`
  const { pieces, isWhole } = piecesOf(document.body)
  expect([pieces.length, isWhole]).toEqual([1, false])
})

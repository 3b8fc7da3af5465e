import { expect, it } from 'vitest'
import { rtfPictures } from './rtf-pictures.ts'

const png = '89504e470d0a1a0a0000000d49484452'

it('COMPOSE-25 finds the pictures of a Word text in the RTF beside it, in their order', async () => {
  const rtf = String.raw`{\rtf1\ansi {\*\shppict{\pict{\*\picprop\shplid1{\sp{\sn fLine}{\sv 0}}}\picscalex100\pngblip\bliptag-1{\*\blipuid 00112233445566778899aabbccddeeff}
${png.slice(0, 16)}
${png.slice(16)}}}{\nonshppict{\pict\wmetafile8\picwgoal1234
0100090000031b000000}}text \{\pict not one\} {\pict\picwgoal1234\jpegblip
ffd8ffe000104a46494600010101}{\pict\emfblip 010000006c000000}}`
  const found = rtfPictures(rtf)
  expect(found.map((one) => one?.type ?? null)).toEqual(['image/png', 'image/jpeg', null])
  const bytes = Buffer.from((await found[0]?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(bytes.toString('hex')).toBe(png)
})

it.each([
  '',
  '{\\pict',
  '{\\pict\\pngblip zz}',
  '{\\pict\\pngblip 123}',
  `{\\pict${'{'.repeat(5000)}`,
])('COMPOSE-25 does not fail on %j', (rtf) => {
  expect(rtfPictures(rtf).filter((one) => one !== null)).toEqual([])
})

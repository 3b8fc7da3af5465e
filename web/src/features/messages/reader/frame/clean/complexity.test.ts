import { expect, it } from 'vitest'
import { isTooComplex } from './complexity.ts'

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

const paragraphs = '<p>x</p>'.repeat(9_000)

it.each([
  ['40,000 paragraphs', '<p>From: a</p>'.repeat(40_000)],
  ['400 nested quotes', `${'<blockquote>'.repeat(400)}x`],
  ['4,000 texts in 250 quotes', `${'<blockquote>'.repeat(250)}${'<b>x</b>'.repeat(4_000)}`],
  ['3,000 rules', `<style>${many(3_000, (i) => `a:has(.x${i}){color:red}`)}</style>x`],
  [
    '2,000 rules for 2,000 elements',
    `<style>${'a{}'.repeat(2_000)}</style>${'<p>x'.repeat(2_000)}`,
  ],
  ['one rule of 7,000 names', `<style>${'a,'.repeat(7_000)}b{c:d}</style>x`],
  [
    '3,000 names for 2,500 elements',
    `<style>${'a,b,c,d,e,f,g,h,i,j{}'.repeat(300)}</style>${'<p>x'.repeat(2_500)}`,
  ],
  ['200,000 attributes', `<p ${many(200_000, (i) => `a${i}=1 `)}>x`],
  ['half a million letters', 'a'.repeat(500_000)],
  ['150 nested quotes', `${'<blockquote>'.repeat(150)}x`],
  ['faces that are joined without an end', '\u{1f468}\u200d'.repeat(9_000)],
  ['attributes behind a quote', `<p ${'a="b"'.repeat(500)}>`],
  ['tags behind a comment that ends at once', `<!-->${paragraphs}`],
  ['tags behind a comment that ends with a dash', `<!--->${paragraphs}`],
  ['tags behind a comment that ends with a call', `<!-- a --!>${paragraphs}`],
  ['tags behind a comment in a title', `<title><!--</title>${paragraphs}`],
  ['tags behind a comment in a box of text', `<textarea><!--</textarea>${paragraphs}`],
  ['tags behind a quote in a value', `<p a=b">${paragraphs}`],
  ['tags behind a quote in a name', `<p a"b>${paragraphs}`],
  ['tags behind a quote in an end tag', `</p a=b'>${paragraphs}`],
  ['tags behind a sign and a quote', `<p ="x>${paragraphs}`],
  ['tags behind a bar, a sign and a quote', `<p / = 'x>${paragraphs}`],
  ['tags behind a name with another blank', `<p\va="x>${paragraphs}`],
  ['tags behind a value that begins with another blank', `<p a=\u3000"x>${paragraphs}`],
  ['tags behind a value with another blank', `<p a=b\u00a0c="x>${paragraphs}`],
  [
    'tags behind a style that another blank does not end',
    `<style></style\u00a0><!--</style>${paragraphs}`,
  ],
  ['tags behind a text of a drawing', `<svg><![CDATA[><p a="]]></svg>${paragraphs}`],
  ['tags behind a script in a script', `<script><!--<script></script><p a="</script>${paragraphs}`],
  ['tags in a style that is a drawing', `<svg><style>${paragraphs}</style>`],
  ['tags in a title that is a drawing', `<svg><title>${paragraphs}</title>`],
  ['tags behind a title in a list to choose from', `<select><title></select>${paragraphs}</title>`],
  ['tags behind a style that never ends', `<style></stylex>${'a{}'.repeat(2_500)}`],
  ['20,000 comments', '<!-- -->'.repeat(20_000)],
  ['end tags that make paragraphs', '</p>'.repeat(9_000)],
  ['blanks that stand', `<pre>${'\t\u00a0'.repeat(40_000)}</pre>`],
  ['20,000 instructions', '<?x>'.repeat(20_000)],
  [
    'formatting that comes back in each paragraph',
    `<p>${many(200, (i) => `<font size=${i}>`)}${'<p>x'.repeat(1_000)}`,
  ],
  [
    'formatting that comes back behind each end',
    `${'<div>'.repeat(90)}${'</section>'.repeat(90)}${many(190, (i) => `<font size=${i}>`)}${'x</div>'.repeat(90)}`,
  ],
  [
    'formatting that comes back behind a cell of no table',
    `<p>${many(200, (i) => `<font size=${i}>`)}<td>${'<p>x'.repeat(1_000)}`,
  ],
  [
    'a hundred properties of each',
    many(1_000, (i) => `<p style="${many(100, (j) => `margin:${i + j}px;`)}">x</p>`),
  ],
  ['long values of each', `<p style="background:${'a'.repeat(1_000)}">x</p>`.repeat(900)],
  [
    'rules of a hundred properties',
    `<style>${many(900, () => `a{${'b:c;'.repeat(100)}}`)}</style>`,
  ],
  ['words in the stead of pictures', `<img alt="${'a'.repeat(100_000)}">`.repeat(4)],
])('T31 a mail of %s is shown as text first', (_, html) => expect(isTooComplex(html)).toBe(true))

it.each([
  ['nothing', ''],
  [
    'a long newsletter',
    `<style>${'a,b,c{font:1px d,e,f;g:h}'.repeat(300)}</style>${'<table><tr><td style="a:b">x</td></tr></table>'.repeat(900)}`,
  ],
  ['a thread of forty answers', `${'<blockquote><div>'.repeat(40)}${'<p>x</p>'.repeat(800)}`],
  ['families', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} '.repeat(300)],
  ['list items that nobody closed', '<li>x'.repeat(2_000)],
  ['a picture inside', `<img src="data:image/png;base64,${'A'.repeat(900_000)}">`],
  ['300 rows of 9 cells', `<table>${`<tr>${'<td>x</td>'.repeat(9)}</tr>`.repeat(300)}</table>`],
  [
    'cells in which nobody closed the formatting',
    `<table>${'<tr><td><font><b>x<td><font><b>y'.repeat(70)}</table>${'<p>x</p>'.repeat(500)}`,
  ],
  ['a hundred paragraphs in which nobody closed it', '<p><font face="a"><b>x'.repeat(100)],
  ['formatting around all', `<font><b>${'<div>x</div>'.repeat(1_500)}</b></font>`],
  ['an inline drawing', `<svg viewBox="0 0 9 9"><path d="M0 0"/></svg><style>a{b:c}</style><p>x`],
  ['a conditional comment', `${'<!--[if mso]><table><tr><td><![endif]--><p>x</p>'.repeat(900)}`],
  ['a comment', `<!-- ${'<p>'.repeat(20_000)} -->x`],
])('READ-02 a mail of %s is laid out', (_, html) => expect(isTooComplex(html)).toBe(false))

it('T31 no tag is weighed by all that comes behind it', () => {
  const tail = `<!--${'文 '.repeat(1_000_000)}-->`
  const least = (html: string): number => {
    const times = [1, 2, 3].map(() => {
      const since = performance.now()
      expect(isTooComplex(html)).toBe(false)
      return performance.now() - since
    })
    return Math.max(5, Math.min(...times))
  }
  const tags = '<style></style><p style=a>'.repeat(300)
  // It was three hundred times as long.
  expect(least(tags + tail)).toBeLessThan(30 * least(tail))
})

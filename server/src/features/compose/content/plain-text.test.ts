import { unflow } from '@hongyan/mime/flowed'
import { plainText } from '@hongyan/mime/html/plain-text'
import { expect, it } from 'vitest'
import { flow } from './flow.ts'

it('COMPOSE-05 makes a text that reads like the HTML', () => {
  const html = `<style>p{}</style><p>您好&nbsp;张伟：</p><p>见 <a href="https://example.org/a?b=1&amp;c">这里</a>。<br>第二行</p>
    <ul><li>一</li><li>two</li></ul><blockquote><div>quoted &lt;b&gt;</div><blockquote>deep</blockquote></blockquote>
    <table><tr><td>a</td><td>b</td></tr></table><pre>x
  y</pre><!-- hidden -->1 < 2`
  expect(plainText(html).split('\n')).toEqual([
    '您好 张伟：',
    '',
    '见 这里 <https://example.org/a?b=1&c>。',
    '第二行',
    '',
    '- 一',
    '- two',
    '> quoted <b>',
    '>> deep',
    'a\tb',
    '',
    'x',
    '  y',
    '',
    '1 < 2',
  ])
})

it.each([
  '短',
  `${'很长的一段没有空格的中文文字，'.repeat(20)}结束。`,
  `${'words of ordinary length and then some more '.repeat(10)}end`,
  `${'中英 mixed 文字 with words，'.repeat(20)}`.trim(),
  'a\n\n> quoted line\n>> deeper\nFrom here\n b',
  `> ${'很长的引用 with words '.repeat(20)}`.trim(),
])('COMPOSE-05 flows %j so that it is joined to the same text again', (text) => {
  const flowed = flow(text)
  for (const line of flowed.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
  expect(unflow(flowed.replaceAll('\r\n', '\n'), true).replace(/^(>+) ?/gm, '$1 ')).toBe(text)
})

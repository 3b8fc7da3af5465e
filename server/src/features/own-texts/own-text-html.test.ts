import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isEmptyText, ownTextInTurns } from './own-text-html.ts'

const vectors = JSON.parse(
  readFileSync(
    new URL('../../../../e2e/fixtures/html/dompurify-payloads.json', import.meta.url),
    'utf8',
  ),
) as { payload: string }[]

describe('SIGNATURES-02 the HTML of signatures and templates', () => {
  it('SIGNATURES-02 keeps what the editor makes', async () => {
    const html =
      '<div style="color:#11617a;font-size:13px"><b>张伟</b><br>产品部 &amp; 研发</div>' +
      '<table border="1" cellpadding="4"><tbody><tr><td bgcolor="#ffffff"><a href="https://x.test/?a=1&amp;b=2">站点</a></td></tr></tbody></table>' +
      '<img src="cid:a-1@hongyan" alt="标志" width="40">'
    expect(await ownTextInTurns(html)).toBe(html)
  })

  it.each([
    ['<script>alert(1)</script>好', '好'],
    ['<p onclick="alert(1)">好</p>', '<p>好</p>'],
    ['<a href="javascript:alert(1)">好</a>', '<a>好</a>'],
    ['<a href=" jav&#x09;ascript:alert(1)">好</a>', '<a>好</a>'],
    ['<img src="https://t.test/p.gif">好', '好'],
    ['<img src=x onerror=alert(1)>好', '好'],
    ['<svg><animate onbegin=alert(1)></svg>好', '好'],
    [
      '<div style="background-image:url(https://t.test/a);color:red">好</div>',
      '<div style="color:red">好</div>',
    ],
    ['<div style="position:fixed;display:none">好</div>', '<div>好</div>'],
    ['<!--[if mso]><b>x</b><![endif]-->好', '好'],
    ['<p>好', '<p>好</p>'],
    ['</div></td>好<b></i>', '好<b></b>'],
    [
      '<div title="&quot;onmouseover=alert(1)">好</div>',
      '<div title="&quot;onmouseover=alert(1)">好</div>',
    ],
    ['a < b', 'a &lt; b'],
  ])('SIGNATURES-02 writes %s as %s', async (given, wanted) => {
    expect(await ownTextInTurns(given)).toBe(wanted)
  })

  it('T1 leaves nothing that runs or loads of the known payloads, and cleaning twice changes nothing', async () => {
    expect(vectors.length).toBeGreaterThan(100)
    for (const { payload } of vectors) {
      const clean = await ownTextInTurns(payload)
      // Every tag that is left is one of ours with attributes of ours.
      for (const [, tag = '', attributes = ''] of clean.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)) {
        expect(tag).toMatch(/^(?!script|svg|math|iframe|style|object|embed|form|input)/)
        const names = attributes.replace(/"[^"]*"/g, '""')
        expect(names).not.toMatch(/\son\w+=/i)
        expect(attributes).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript):/i)
      }
      expect(await ownTextInTurns(clean)).toBe(clean)
    }
  })

  it('T35 reads a megabyte of anything in one pass', async () => {
    for (const piece of [
      '<',
      '<a ',
      '<a b="',
      '<!--',
      '</',
      '<p style="',
      '<script>',
      '=',
      '<b/',
      '<b>',
      '<b></i>',
    ])
      expect((await ownTextInTurns(piece.repeat(1_000_000 / piece.length))).length).toBeLessThan(
        20_000_000,
      )
  })

  it('SIGNATURES-02 a picture or a line is something, blanks are nothing', () => {
    expect(isEmptyText('<div><br>&nbsp; </div>')).toBe(true)
    expect(isEmptyText('<div><img src="cid:a"></div>')).toBe(false)
    expect(isEmptyText('<p>x</p>')).toBe(false)
  })
})

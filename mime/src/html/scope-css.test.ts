import { describe, expect, it } from 'vitest'
import { scopeCss } from './scope-css.ts'
import { scopeStyles } from './scope-styles.ts'

describe('T8 the style sheet of a quoted mail', () => {
  it.each([
    ['p{color:red}', '.q p{color:red}'],
    ['div, p > b , .x{color:red}', '.q div,.q p > b,.q .x{color:red}'],
    ['*{display:none}', '.q *{display:none}'],
    ['body{margin:0} html body, :root{color:red}', '.q{margin:0}.q,.q{color:red}'],
    ['body > table{width:1px}', '.q table{width:1px}'],
    ['body.wide p{color:red}', '.q .wide p{color:red}'],
    ['bodyguard, html-x{color:red}', '.q bodyguard,.q html-x{color:red}'],
    ['#outlook a{padding:0}', '.q #outlook a{padding:0}'],
    ['u + .body .x{color:red}', '.q u + .body .x{color:red}'],
    ['a[title="{,"] , b{color:red}', '.q a[title="{,"],.q b{color:red}'],
    [':is(p,b) i{color:red}', '.q :is(p,b) i{color:red}'],
    ['<!-- p{color:red} -->', '.q p{color:red}'],
    ['/* a{} */ p/**/{color:red/*}*/}', '.q p{color:red }'],
    [
      '@media only screen and (max-width:600px){p{color:red}body{margin:0}} b{color:red}',
      '@media only screen and (max-width:600px){.q p{color:red}.q{margin:0}}.q b{color:red}',
    ],
    ['@keyframes x{from{color:red}}', '@keyframes x{from{color:red}}'],
    ['p{color:red', '.q p{color:red}'],
    ['p{content:"}"}b{color:red}', '.q p{content:"}"}.q b{color:red}'],
  ])('keeps %s', (css, wanted) => {
    expect(scopeCss(css, 'q')).toBe(wanted)
  })

  it.each([
    '+ div{display:none}',
    '~ *{display:none}',
    '/**/+ div{display:none}',
    '> div{display:none}',
    'body + div{display:none}',
    'html ~ div{display:none}',
    '|div{display:none}',
    'p{html:has(&) .ours{display:none}}',
    'p{& ~ *{display:none}}',
    '@import "https://evil.test/a.css";',
    '@font-face{font-family:Arial;src:url(https://evil.test/)}',
    '@page{margin:90cm}',
    '@scope (div){p{display:none}}',
    '@container (width > 0){p{display:none}}',
    '@layer a;',
    'a), div{display:none}',
    'a[x=",", div{display:none}',
    'p &#44; div{display:none}',
    'p{content:"<style>div{display:none}"}',
    '{display:none}',
  ])('leaves out %s', (css) => {
    expect(scopeCss(css, 'q')).toBe('')
  })

  it('goes on behind a rule that is left out, and behind a string without an end', () => {
    expect(scopeCss('+ p{x:y}b{color:red}', 'q')).toBe('.q b{color:red}')
    expect(scopeCss('@import "a;b"; b{color:red}', 'q')).toBe('.q b{color:red}')
    expect(scopeCss('p{content:"\n} b{color:red}', 'q')).toBe('.q p{content:"\n}.q b{color:red}')
    expect(scopeCss('}} b{color:red}', 'q')).toBe('.q b{color:red}')
  })
})

describe('T8 the style elements of a quoted mail, wherever a browser would see one', () => {
  it.each([
    ['<style>p{x:y}</style>a', '<style>.q p{x:y}</style>a'],
    [
      '<STYLE type="text/css" media="screen and (max-width:9px)">p{x:y}</STYLE >a',
      '<style media="screen and (max-width:9px)">.q p{x:y}</style>a',
    ],
    ['<styles>p{x:y}</styles>', '<styles>p{x:y}</styles>'],
    ['<style>p{x:y}', '<style>.q p{x:y}</style>'],
    [
      '<!--[if mso]><style>p{x:y}</style><![endif]-->',
      '<!--[if mso]><style>.q p{x:y}</style><![endif]-->',
    ],
    ['<!-- <style> -->a', '<!-- <style></style>-->a'],
    [
      '<p title="<!--"><style>p{}--> b{x:y}</style>',
      '<p title="<!--"><style>.q p{}</style>--> b{x:y}</style>',
    ],
    ['<style title=">">p{content:"> div{x:y} x"}</style>', '<style></style>'],
    ['<p title="<style>"><style>b{x:y}</style>', '<p title="<style></style>'],
    ['<style media="x\'"onload=1">b{x:y}</style>', '<style>.q b{x:y}</style>'],
    ['<link rel=stylesheet href=a.css>a', 'a'],
  ])('%s', (html, wanted) => {
    expect(scopeStyles(html, 'q')).toBe(wanted)
  })

  it('T35 takes over no more of style sheets than honest mail has', () => {
    const sheet = `<style>${'b{x:y}'.repeat(30_000)}</style>`
    const scoped = scopeStyles(`${sheet}${sheet}<p>`, 'q')
    expect(scoped).toMatch(/^<style>(?:\.q b\{x:y\}){30000}<\/style><style><\/style><p>$/)
  })
})

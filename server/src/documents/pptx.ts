import type { Archive } from './archive.ts'
import { escapeText, htmlWriter } from './html-writer.ts'
import { allOf, childrenOf, readXml, textOf, type XmlElement } from './xml.ts'

const maxSlides = 300

/** The words of a presentation (ECMA-376), slide by slide. */
export function pptxToHtml(archive: Archive): { html: string; truncated: boolean } | null {
  const slides = archive.names
    .map((name) => /^ppt\/slides\/slide(\d{1,5})\.xml$/.exec(name))
    .filter((match) => match !== null)
    .sort((a, b) => Number(a[1]) - Number(b[1]))
  if (slides.length === 0) return null
  const out = htmlWriter()
  for (const [number, [name]] of slides.slice(0, maxSlides).entries()) {
    if (out.full) break
    out.add('<div style="margin:0 0 16px;padding:16px 20px;border:1px solid #d5dde3">')
    out.add(`<div style="color:#66727f;font-size:12px">${number + 1}</div>`)
    const slide = readXml(archive.read(name)?.toString('utf8') ?? '')
    for (const shape of allOf(slide, 'txBody')) writeShape(out.add, shape)
    out.add('</div>')
  }
  return { html: out.html(), truncated: out.full || slides.length > maxSlides }
}

function writeShape(add: (html: string) => void, shape: XmlElement): void {
  for (const paragraph of childrenOf(shape, 'p')) {
    const text = childrenOf(paragraph)
      .map((one) => (one.name === 'br' ? '\n' : one.name === 'pPr' ? '' : textOf(one)))
      .join('')
    if (text.trim() !== '') add(`<p style="white-space:pre-wrap">${escapeText(text)}</p>`)
  }
}

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const maxPages = 300

/** Character maps of Chinese, Japanese and Korean fonts that a PDF only names; read from disk, never from the network. */
const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/** Text of a PDF, page by page. @throws for what is no PDF, is damaged or needs a password */
export async function pdfText(bytes: Uint8Array, maxChars: number): Promise<string> {
  const loading = getDocument({
    // The reader takes the buffer for itself.
    data: new Uint8Array(bytes),
    cMapUrl: join(library, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(library, 'standard_fonts/'),
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    maxImageSize: 1,
    verbosity: VerbosityLevel.ERRORS,
  })
  let text = ''
  try {
    const pdf = await loading.promise
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
      if (text.length >= maxChars) break
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      text += `${items.map(pieceOf).join('')}\n`
      page.cleanup()
    }
  } finally {
    await loading.destroy()
  }
  return text.slice(0, maxChars)
}

/** Pieces of one line follow each other without a space: a Chinese word may lie in several. */
const pieceOf = (item: object): string =>
  'str' in item && typeof item.str === 'string'
    ? `${item.str}${'hasEOL' in item && item.hasEOL === true ? '\n' : ''}`
    : ''

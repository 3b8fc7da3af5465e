import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const maxPages = 300

/** Character maps of Chinese, Japanese and Korean fonts that a PDF only names; read from disk, never from the network. */
const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/** What a PDF says and brings along. */
export interface PdfContent {
  /** Of its pages, with notes and fields on them, behind it what is said of the file. */
  text: string
  files: { name: string; bytes: Uint8Array }[]
  /** There are more pages or letters. */
  isCut: boolean
}

/** Text of a PDF, page by page. @throws for what is no PDF, is damaged or needs a password */
export const pdfText = async (bytes: Uint8Array, maxChars: number): Promise<string> =>
  (await readPdf(bytes, maxChars)).text

/** @throws for what is no PDF, is damaged or needs a password */
export async function readPdf(bytes: Uint8Array, maxChars: number): Promise<PdfContent> {
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
  let isCut = false
  const files: PdfContent['files'] = []
  try {
    const pdf = await loading.promise
    isCut = pdf.numPages > maxPages
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
      if (text.length >= maxChars) break
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      text += `${items.map(pieceOf).join('')}\n`
      for (const said of (await page.getAnnotations()).flatMap(saidByNote)) text += `${said}\n`
      page.cleanup()
    }
    const { info, metadata } = await pdf.getMetadata()
    text += [...stringsOf(info), ...stringsOf(metadata?.getRaw())].join('\n')
    const attached: ReadonlyMap<string, unknown> = (await pdf.getAttachments()) ?? new Map()
    for (const [id, one] of attached)
      files.push(fileOf(one, await pdf.getAttachmentContent(id)))
  } finally {
    await loading.destroy()
  }
  return { text: text.slice(0, maxChars), files, isCut: isCut || text.length > maxChars }
}

/** Of a note its text, of a field its value, of a link or a file what is said of it. */
const saidByNote = (note: object): string[] =>
  ['contentsObj', 'titleObj', 'fieldValue', 'alternativeText'].flatMap((key) =>
    stringsOf(Reflect.get(note, key)),
  )

/** All texts in a value, however deep. */
const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  return Object.values(value).flatMap(stringsOf)
}

function fileOf(attached: unknown, content: unknown): PdfContent['files'][number] {
  const name: unknown = Reflect.get(Object(attached), 'filename')
  return {
    name: typeof name === 'string' ? name : '',
    bytes: content instanceof Uint8Array ? content : new Uint8Array(),
  }
}

/** Pieces of one line follow each other without a space: a Chinese word may lie in several. */
const pieceOf = (item: object): string =>
  'str' in item && typeof item.str === 'string'
    ? `${item.str}${'hasEOL' in item && item.hasEOL === true ? '\n' : ''}`
    : ''

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

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>
type Page = Awaited<ReturnType<Pdf['getPage']>>

/** Text of a PDF, page by page. @throws for what is no PDF, is damaged or needs a password */
export const pdfText = (bytes: Uint8Array, maxChars: number): Promise<string> =>
  withPdf(bytes, async (pdf) => (await textOf(pdf, maxChars, textOfPage)).slice(0, maxChars))

/** @throws for what is no PDF, is damaged or needs a password */
export const readPdf = (bytes: Uint8Array, maxChars: number): Promise<PdfContent> =>
  withPdf(bytes, async (pdf) => {
    const text = (await textOf(pdf, maxChars, textWithNotes)) + (await saidOfFile(pdf))
    const { files, isAll } = await filesIn(pdf)
    const isCut = pdf.numPages > maxPages || text.length > maxChars || !isAll
    return { text: text.slice(0, maxChars), files, isCut }
  })

async function withPdf<T>(bytes: Uint8Array, use: (pdf: Pdf) => Promise<T>): Promise<T> {
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
  try {
    return await use(await loading.promise)
  } finally {
    await loading.destroy()
  }
}

async function textOf(
  pdf: Pdf,
  maxChars: number,
  read: (page: Page) => Promise<string>,
): Promise<string> {
  let text = ''
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
    if (text.length >= maxChars) break
    const page = await pdf.getPage(number)
    text += await read(page)
    page.cleanup()
  }
  return text
}

async function textOfPage(page: Page): Promise<string> {
  const { items } = await page.getTextContent()
  return `${items.map(pieceOf).join('')}\n`
}

async function textWithNotes(page: Page): Promise<string> {
  const text = await textOfPage(page)
  const notes = (await page.getAnnotations()).flatMap(saidByNote)
  return [text, ...notes.map((one) => `${one}\n`)].join('')
}

/** What people write of a file: its title and others of Dublin Core; identifiers and times are no words. */
async function saidOfFile(pdf: Pdf): Promise<string> {
  const { info, metadata } = await pdf.getMetadata()
  const fields: [string, unknown][] = [...(metadata ?? [])]
  const said = fields.filter(([name]) => /^(?:dc|pdf):/.test(name)).map(([, value]) => value)
  return [info, said].flatMap(stringsOf).join('\n')
}

/** Files in a PDF, and their bytes together, that are unpacked. */
const mostFiles = 100
const mostFileBytes = 40 * 1024 * 1024

async function filesIn(pdf: Pdf): Promise<Pick<PdfContent, 'files'> & { isAll: boolean }> {
  const attached: ReadonlyMap<string, unknown> = (await pdf.getAttachments()) ?? new Map()
  const files: PdfContent['files'] = []
  let bytes = 0
  for (const [id, one] of attached) {
    if (files.length >= mostFiles || bytes > mostFileBytes) return { files, isAll: false }
    const file = fileOf(one, await pdf.getAttachmentContent(id))
    bytes += file.bytes.length
    files.push(file)
  }
  return { files, isAll: true }
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

import {
  degrees,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { isModest } from './object-streams.ts'

const mostBytes = 30 * 1024 * 1024
const mostPages = 1_000

/**
 * A PDF with a line of text across each of its pages, light enough to be read through; null where it must be left alone:
 * it is damaged, needs a password, is signed, or is too much.
 * @param line ASCII alone: the font is one that every reader of PDF has
 */
export async function markPdf(bytes: Buffer, line: string): Promise<Uint8Array | null> {
  if (bytes.length > mostBytes || !isModest(bytes)) return null
  try {
    const pdf = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false })
    const pages = pdf.getPages()
    if (pdf.isEncrypted || pages.length === 0 || pages.length > mostPages || isSigned(pdf))
      return null
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    for (const page of pages)
      markPage(page, { line, widthAt: (size) => font.widthOfTextAtSize(line, size), font })
    return await pdf.save({ updateFieldAppearances: false })
  } catch {
    return null
  }
}

/** Another byte, and the signature says that the file was tampered with (ISO 32000 §12.8). */
const isSigned = (pdf: PDFDocument): boolean =>
  pdf.context
    .enumerateIndirectObjects()
    .some(([, one]) => one instanceof PDFDict && one.has(PDFName.of('ByteRange')))

interface Mark {
  line: string
  font: Awaited<ReturnType<PDFDocument['embedFont']>>
  widthAt(size: number): number
}

/** Three times, from below left to above right, as somebody sees the page who reads it. */
function markPage(page: PDFPage, { line, font, widthAt }: Mark): void {
  const { x, y, width, height } = page.getCropBox()
  const turned = page.getRotation().angle
  const angle = ((turned + 45) * Math.PI) / 180
  const size = Math.min(28, (Math.min(width, height) * 1.1) / (widthAt(1) || 1))
  const half = widthAt(size) / 2
  for (const place of [0.2, 0.5, 0.8]) {
    page.drawText(line, {
      x: x + width / 2 - half * Math.cos(angle),
      y: y + height * place - half * Math.sin(angle),
      size,
      font,
      rotate: degrees(turned + 45),
      color: rgb(0.45, 0.45, 0.45),
      opacity: 0.28,
    })
  }
}

import { type Archive, openArchive } from '../../../documents/archive.ts'
import { isPackedData } from '../../../documents/packed-kinds.ts'
import { writtenOut } from '../../../documents/written-out.ts'

/** How a PDF begins. */
const beginning = '%PDF-'
const written = /%PDF-[12]\.\d/
/** Archives in archives that are looked into. */
const deepest = 3
/** What all of them of one file may come to. */
const mostUnpacked = 64 * 1024 * 1024

/** Whether a file is a PDF by what it says, whatever it is called. */
export const beginsAsPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 1024).toString('latin1').trimStart().startsWith(beginning)

/** Whether a text is none: readers look for the beginning in the first kilobyte, and it goes on as a PDF does. */
export const isPdfInsteadOfText = (bytes: Buffer): boolean =>
  written.test(bytes.subarray(0, 1024).toString('latin1')) &&
  ['endobj', 'startxref', 'endstream'].some((one) => bytes.includes(one))

/** Whether a PDF may lie in a file: it is seen there, in whatever holds it, or the file does not say what it has. */
export const mayHoldPdf = (bytes: Buffer): boolean =>
  isHolding(bytes, { depth: 0, left: { bytes: mostUnpacked } })

/** Whether a text brings a PDF that is written out in it, or something that may hold one. */
export const isPdfInText = (bytes: Buffer): boolean =>
  isWritten(bytes, { depth: 0, left: { bytes: mostUnpacked } })

function isWritten(bytes: Buffer, { depth, left }: Looking): boolean {
  const files = writtenOut(bytes)
  if (files === null) return true
  return files.some(
    ({ bytes: one }) => depth >= deepest || isHolding(one, { depth: depth + 1, left }),
  )
}

interface Looking {
  depth: number
  left: { bytes: number }
}

function isHolding(bytes: Buffer, looking: Looking): boolean {
  const head = bytes.subarray(0, 8).toString('latin1')
  if (isPackedData(head)) return true
  // Stored as it is: in tar, TNEF, compound files of older programs, images of disks.
  if (bytes.includes(beginning) && written.test(bytes.toString('latin1'))) return true
  if (isWritten(bytes, looking)) return true
  const archive = openArchive(bytes, looking.left)
  // A program that unpacks itself is one too.
  if (archive === null) return head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')
  return isHoldingArchive(archive, looking)
}

/** What is locked, damaged, or too deep or large to be looked into may be anything. */
function isHoldingArchive(archive: Archive, { depth, left }: Looking): boolean {
  return archive.names.some((name) => {
    if (/\.(?:pdf|7z|rar|gz|eml|msg)$/i.test(name)) return true
    const bytes = archive.read(name)
    return bytes === null || depth >= deepest || isHolding(bytes, { depth: depth + 1, left })
  })
}

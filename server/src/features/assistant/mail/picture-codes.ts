import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { decodeBody } from '@hongyan/mime/content'
import { pictureSize } from '@hongyan/mime/picture-size'
import type { Part } from '@hongyan/mime/types'
import { boundedWasm } from './bounded-wasm.ts'

/** Pictures of a mail that are looked at, bytes and pixels of one, and pixels of all. */
const maxPictures = 10
const maxBytes = 4 * 1024 * 1024
const maxPixels = 8_000_000
const maxAllPixels = 16_000_000
/** Smaller than this (pixels of a side) nobody scans a code. */
const minSide = 40
/** After so long (ms) no further picture is begun. */
const maxTime = 1_500
/** Of 64 kB, that the decoder may take: eight megapixels as they are unpacked, made grey and looked through. */
const maxPages = 2_048
/** Codes that are given on, and characters of one. */
const maxCodes = 5
const maxText = 2_000

/** What the decoder unpacks by itself. */
const known = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/bmp'])

/** What the QR codes (ISO/IEC 18004) in the pictures of a mail say, inline and attached. Never throws: a picture that is none says nothing. */
export async function codesIn(raw: Buffer, root: Part): Promise<string[]> {
  const pictures = picturesOf(raw, root)
  if (pictures.length === 0) return []
  const read = await decoder()
  const until = performance.now() + maxTime
  const codes = new Set<string>()
  for (const bytes of pictures) {
    if (performance.now() > until || codes.size >= maxCodes) break
    for (const text of await read(bytes)) if (text.trim() !== '') codes.add(text.slice(0, maxText))
  }
  return [...codes].slice(0, maxCodes)
}

function picturesOf(raw: Buffer, root: Part): Uint8Array[] {
  const pictures: Uint8Array[] = []
  let left = maxAllPixels
  for (const part of leavesOf(root)) {
    if (pictures.length === maxPictures) break
    if (!isPicture(part) || part.bodyEnd - part.bodyStart > maxBytes * 1.5) continue
    const bytes = decodeBody(raw, part)
    const pixels = pixelsOf(bytes)
    if (pixels === 0 || pixels > left) continue
    left -= pixels
    pictures.push(bytes)
  }
  return pictures
}

const leavesOf = (part: Part): Part[] =>
  part.parts.length > 0 ? part.parts.flatMap(leavesOf) : [part]

const isPicture = ({ type, filename }: Part): boolean =>
  type === 'image' || /\.(?:png|jpe?g|gif|bmp)$/i.test(filename ?? '')

/** By what the header says; 0 for what is not looked at. */
function pixelsOf(bytes: Uint8Array): number {
  const size = bytes.length > maxBytes ? null : pictureSize(bytes)
  if (size === null || !known.has(size.type)) return 0
  const { width, height } = size
  return Math.min(width, height) < minSide || width * height > maxPixels ? 0 : width * height
}

type Decoder = (bytes: Uint8Array) => Promise<string[]>
let loaded: Promise<Decoder> | null = null

/** Loaded with the first picture: the program is a megabyte, and is read from disk, never fetched. */
const decoder = (): Promise<Decoder> => {
  loaded ??= loadDecoder()
  return loaded
}

async function loadDecoder(): Promise<Decoder> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const place = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const { buffer: wasmBinary } = boundedWasm(await readFile(place), maxPages)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return async (picture) => {
    try {
      const options = { formats: ['QRCode' as const], maxNumberOfSymbols: maxCodes }
      const found = await readBarcodes(picture, options)
      return found.filter(({ isValid }) => isValid).map(({ text }) => text)
    } catch {
      // Broken, or too much for the decoder: what it says nobody can scan.
      return []
    }
  }
}

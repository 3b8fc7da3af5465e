import { deflateSync } from 'node:zlib'
import { drawablePicture, isAskedFor } from '@hongyan/mime/picture-size'
import { pngOf } from '../../platform/png.ts'
import type { OpenedFile } from './message-files.ts'

/** What an editor draws of a file: one that would take the memory of its tab, or whose size nobody knows, is a sheet (T34). */
export function smallInText(file: OpenedFile): OpenedFile {
  const size = drawablePicture(file.bytes)
  if (size !== null && !isAskedFor(size)) return file
  return { ...file, type: 'image/png', bytes: sheet }
}

const [width, height, channels] = [400, 300, 3] as const
/** Light grey; 0 is the filter of the row. */
const row = Buffer.from([0, ...Array<number>(width * channels).fill(0xf2)])
const rows = Buffer.concat(Array<Buffer>(height).fill(row))
const sheet = pngOf({ width, height, channels }, deflateSync(rows))

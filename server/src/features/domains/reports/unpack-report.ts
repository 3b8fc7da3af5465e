import { gunzipSync } from 'node:zlib'
import { decodeBody } from '@hongyan/mime/content'
import { parseMessage } from '@hongyan/mime/parse'
import type { Part } from '@hongyan/mime/types'
import { openArchive } from '../../../documents/archive.ts'
import { type DmarcReport, readReport } from './read-dmarc.ts'
import { readTlsReports, type TlsReport } from './read-tls.ts'

/** Packed and unpacked, a report is not larger (bytes). */
const mostPacked = 4 * 1024 * 1024
const mostText = 24 * 1024 * 1024
/** Files of one mail that are looked at. */
const mostFiles = 3

/** What a mail brings. */
export interface Reports {
  dmarc: DmarcReport[]
  tls: TlsReport[]
}

/** The reports that a mail brings, by file: gzip, a zip with one file, or XML or JSON itself. Anything else brings none. */
export function reportsIn(raw: Buffer): Reports {
  const texts = leavesOf(parseMessage(raw).root)
    .filter((part) => part.bodyEnd - part.bodyStart <= mostPacked * 1.5)
    .map((part) => ({ part, kind: kindOf(part) }))
    .filter(({ kind }) => kind !== null)
    .slice(0, mostFiles)
    .map(({ part, kind }) => unpacked(Buffer.from(decodeBody(raw, part)), kind) ?? '')
  return {
    dmarc: texts.filter((text) => !isJson(text)).flatMap((text) => readReport(text) ?? []),
    tls: texts.filter(isJson).flatMap(readTlsReports),
  }
}

const isJson = (text: string): boolean => /^\ufeff?\s{0,100}\{/.test(text)

const leavesOf = (part: Part): Part[] =>
  part.parts.length > 0 ? part.parts.flatMap(leavesOf) : [part]

type Kind = 'gzip' | 'zip' | 'text'

function kindOf({ type, subtype, filename }: Part): Kind | null {
  const name = filename?.toLowerCase() ?? ''
  if (/^(?:x-)?gzip$|^tlsrpt\+gzip$/.test(subtype) || name.endsWith('.gz')) return 'gzip'
  if (/^(?:x-)?zip(?:-compressed)?$/.test(subtype) || name.endsWith('.zip')) return 'zip'
  const isText = type === 'text' || type === 'application'
  return isText && (/^(?:xml|json|tlsrpt\+json)$/.test(subtype) || /\.(?:xml|json)$/.test(name))
    ? 'text'
    : null
}

function unpacked(bytes: Buffer, kind: Kind | null): string | null {
  if (bytes.length > mostPacked) return null
  try {
    if (kind === 'text') return bytes.toString('utf8')
    // More than that is no report: the decoder stops there, and what was unpacked is thrown away.
    if (kind === 'gzip') return gunzipSync(bytes, { maxOutputLength: mostText }).toString('utf8')
    const archive = openArchive(bytes, { bytes: mostText })
    const [name] = archive?.names ?? []
    return name === undefined ? null : (archive?.read(name)?.toString('utf8') ?? null)
  } catch {
    return null
  }
}

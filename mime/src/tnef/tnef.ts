import { decodeCharset } from '../charset/charset.ts'
import { cleanText, cut } from '../clean.ts'
import { cleanFilename, extensionFor, typeForFilename } from '../filenames.ts'
import { bytesLeft, newByteReader, readSlice, readUint } from './byte-reader.ts'
import { decompressRtf } from './lzfu.ts'
import type { MapiProp } from './mapi-props.ts'
import { MAPI_OBJECT, MAPI_UNICODE, readMapiProps } from './mapi-props.ts'
import { readRtf } from './rtf-text.ts'

/** What Outlook packed into a winmail.dat. Everything in it is as hostile as the message. */
export type TnefContent = {
  subject: string | null
  text: string | null
  html: string | null
  /** Decompressed; `text` or `html` is made from it if the message brings no other. */
  rtf: Uint8Array | null
  attachments: TnefAttachment[]
}
/** `bytes` is a view into the input. `type` is 'type/subtype', guarded against anything but token characters. */
export type TnefAttachment = { filename: string; type: string; bytes: Uint8Array }

type Draft = { title: string | null; data: Uint8Array | null; props: Map<number, MapiProp> }
type Reading = {
  charset: string
  subject: string | null
  text: string | null
  props: Map<number, MapiProp>
  drafts: Draft[]
}

const SIGNATURE = 0x223e9f78
const MAX_ATTACHMENTS = 500
const MAX_OUTPUT = 50_000_000
const MAX_TEXT = 4_000_000
const ATTRIBUTE = {
  subject: 0x18004,
  body: 0x2800c,
  mapiProps: 0x69003,
  codepage: 0x69007,
  attachStart: 0x69002,
  attachTitle: 0x18010,
  attachData: 0x6800f,
  attachProps: 0x69005,
}
const PROP = {
  subject: 0x0037,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  data: 0x3701,
  filename: 0x3704,
  longFilename: 0x3707,
  mimeTag: 0x370e,
  codepage: 0x3fde,
}

/**
 * The content of an application/ms-tnef part ([MS-OXTNEF]); null if it is none. Sizes in the input are never believed: one pass over
 * it, RTF grows to at most ten times the input or 50 MB (T32, CVE-2026-62641), damaged input gives what came before.
 */
export function decodeTnef(bytes: Uint8Array): TnefContent | null {
  const reader = newByteReader(bytes)
  if (readUint(reader, 4) !== SIGNATURE) return null
  readUint(reader, 2)
  const reading: Reading = {
    charset: 'windows-1252',
    subject: null,
    text: null,
    props: new Map(),
    drafts: [],
  }
  while (bytesLeft(reader) >= 9) {
    const level = readUint(reader, 1)
    if (level !== 1 && level !== 2) break
    const id = readUint(reader, 4)
    const data = readSlice(reader, readUint(reader, 4))
    readUint(reader, 2)
    takeAttribute(reading, id, data)
  }
  return finish(reading, Math.min(bytes.length * 10, MAX_OUTPUT))
}

function takeAttribute(reading: Reading, id: number, data: Uint8Array): void {
  switch (id) {
    case ATTRIBUTE.codepage:
      reading.charset = `cp${readUint(newByteReader(data), 4)}`
      break
    case ATTRIBUTE.subject:
      reading.subject ??= textOf(data, reading.charset)
      break
    case ATTRIBUTE.body:
      reading.text ??= textOf(data, reading.charset)
      break
    case ATTRIBUTE.mapiProps:
      if (reading.props.size === 0) reading.props = readMapiProps(data)
      break
    default:
      takeAttachmentAttribute(reading, id, data)
  }
}

function takeAttachmentAttribute(reading: Reading, id: number, data: Uint8Array): void {
  if (id === ATTRIBUTE.attachStart) {
    if (reading.drafts.length < MAX_ATTACHMENTS) {
      reading.drafts.push({ title: null, data: null, props: new Map() })
    }
    return
  }
  const draft = reading.drafts.at(-1)
  if (draft === undefined) return
  if (id === ATTRIBUTE.attachTitle) draft.title ??= textOf(data, reading.charset)
  else if (id === ATTRIBUTE.attachData) draft.data ??= data
  else if (id === ATTRIBUTE.attachProps && draft.props.size === 0) draft.props = readMapiProps(data)
}

function finish(reading: Reading, maxOutput: number): TnefContent {
  const { props, charset } = reading
  const packed = props.get(PROP.rtf)
  const rtf = packed === undefined ? null : decompressRtf(packed.value, maxOutput)
  const subject = reading.subject ?? stringProp(props.get(PROP.subject), charset)
  const text = reading.text ?? stringProp(props.get(PROP.body), charset)
  const html = htmlProp(props, charset)
  const isRtfNeeded = rtf !== null && html === null && (text === null || text.trim() === '')
  const fromRtf = isRtfNeeded ? readRtf(rtf, MAX_TEXT) : { html: null, text: null }
  return {
    subject: subject === null ? null : cut(cleanText(subject), 2000),
    text: fromRtf.text ?? (text === '' ? null : text),
    html: html ?? fromRtf.html,
    rtf,
    attachments: reading.drafts.flatMap((draft, index) => {
      const attachment = finishAttachment(draft, index + 1, charset)
      return attachment === null ? [] : [attachment]
    }),
  }
}

/** PR_BODY_HTML is a string or bytes in the charset of PR_INTERNET_CPID. */
function htmlProp(props: Map<number, MapiProp>, charset: string): string | null {
  const prop = props.get(PROP.html)
  const codepage = props.get(PROP.codepage)
  const label = codepage === undefined ? charset : `cp${readUint(newByteReader(codepage.value), 4)}`
  return stringProp(prop, label)
}

function finishAttachment(draft: Draft, number: number, charset: string): TnefAttachment | null {
  const data = dataOf(draft)
  if (data === null) return null
  const named =
    stringProp(draft.props.get(PROP.longFilename), charset) ??
    stringProp(draft.props.get(PROP.displayName), charset) ??
    draft.title ??
    stringProp(draft.props.get(PROP.filename), charset)
  const tag = (stringProp(draft.props.get(PROP.mimeTag), charset) ?? '').trim().toLowerCase()
  // The tag ends up in headers and pages: anything but a plain type is dropped (Roundcube 1.7.4, XSS by TNEF MIME tag).
  const isType = /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,100}$/.test(tag)
  const clean = named === null ? null : cleanFilename(named)
  const declared = isType ? tag : typeForFilename(clean ?? '')
  const type = data.isMessage ? 'application/ms-tnef' : declared
  const filename = clean ?? `attachment-${number}.${extensionFor(type)}`
  return { filename, type, bytes: data.bytes }
}

/** An object starts with its interface id; an attached message is TNEF behind it. */
function dataOf(draft: Draft): { bytes: Uint8Array; isMessage: boolean } | null {
  const prop = draft.props.get(PROP.data)
  if (prop?.type === MAPI_OBJECT) {
    const bytes = prop.value.subarray(16)
    return { bytes, isMessage: readUint(newByteReader(bytes), 4) === SIGNATURE }
  }
  const bytes = draft.data ?? prop?.value ?? null
  return bytes === null ? null : { bytes, isMessage: false }
}

function stringProp(prop: MapiProp | undefined, charset: string): string | null {
  if (prop === undefined) return null
  return textOf(prop.value, prop.type === MAPI_UNICODE ? 'utf-16le' : charset)
}

/** Strings end with a NUL that is not part of them. */
function textOf(bytes: Uint8Array, charset: string): string {
  const text = decodeCharset(bytes.subarray(0, MAX_TEXT), charset)
  const nul = text.indexOf('\0')
  return nul === -1 ? text : text.slice(0, nul)
}

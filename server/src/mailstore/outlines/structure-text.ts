import type { Part } from '@hongyan/mime/types'
import { headerText, writeEnvelope } from './envelope-text.ts'
import { nstring, wireString } from './wire-string.ts'

/** BODYSTRUCTURE, or BODY without the extension data (RFC 9051 §7.5.2). */
export function writeStructure(part: Part, extended: boolean): string {
  if (part.type === 'multipart') return writeMultipart(part, extended)
  const fields = [
    string(part.type),
    string(part.subtype),
    parameters(part.params),
    nstring(part.contentId === null ? null : `<${headerText(part.contentId)}>`),
    nstring(part.description === null ? null : headerText(part.description)),
    string(part.encoding),
    String(part.bodyEnd - part.bodyStart),
  ]
  if (part.message) {
    fields.push(writeEnvelope(part.message.envelope), writeStructure(part.message.root, extended))
  }
  if (part.message || part.type === 'text') fields.push(String(part.lines))
  if (extended) fields.push(nstring(part.md5), ...place(part))
  return `(${fields.join(' ')})`
}

function writeMultipart(part: Part, extended: boolean): string {
  const children = part.parts.map((one) => writeStructure(one, extended)).join('')
  const more = extended ? ` ${[parameters(part.params), ...place(part)].join(' ')}` : ''
  return `(${children} ${string(part.subtype)}${more})`
}

/** Disposition, language, location: what every extended part ends with. */
function place(part: Part): string[] {
  const disposition =
    part.disposition === null
      ? 'NIL'
      : `(${string(part.disposition)} ${parameters(part.dispositionParams)})`
  return [
    disposition,
    part.language === null ? 'NIL' : string(part.language),
    part.location === null ? 'NIL' : string(headerText(part.location)),
  ]
}

function parameters(params: Record<string, string>): string {
  const list = Object.entries(params)
  if (list.length === 0) return 'NIL'
  return `(${list.map(([name, value]) => `${string(name)} ${string(headerText(value))}`).join(' ')})`
}

/** Names are tokens; whatever a sender made of them, they are written as ASCII. */
const string = (text: string): string => wireString(headerText(text))

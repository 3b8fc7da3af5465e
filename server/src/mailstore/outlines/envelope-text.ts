import type { Address, Envelope } from '@hongyan/mime/types'
import { nstring } from './wire-string.ts'

/** ENVELOPE (RFC 9051 §7.5.2). @param date as it was written; null: from the envelope */
export function writeEnvelope(envelope: Envelope, date: string | null = null): string {
  const { from, subject } = envelope
  const written = date ?? (envelope.date === null ? null : new Date(envelope.date).toUTCString())
  const parts = [
    nstring(written === null ? null : headerText(written)),
    subject === '' ? 'NIL' : nstring(headerText(subject)),
    addressList(from),
    addressList(envelope.sender.length > 0 ? envelope.sender : from),
    addressList(envelope.replyTo.length > 0 ? envelope.replyTo : from),
    addressList(envelope.to),
    addressList(envelope.cc),
    addressList(envelope.bcc),
    nstring(bracketed(envelope.inReplyTo)),
    nstring(bracketed(envelope.messageId)),
  ]
  return `(${parts.join(' ')})`
}

const bracketed = (id: string | null): string | null => (id === null ? null : `<${headerText(id)}>`)

function addressList(list: readonly Address[]): string {
  if (list.length === 0) return 'NIL'
  let group = ''
  let text = ''
  for (const one of list) {
    const next = one.group ?? ''
    if (next !== group && group !== '') text += '(NIL NIL NIL NIL)'
    if (next !== group && next !== '') text += `(NIL NIL ${nstring(headerText(next))} NIL)`
    group = next
    if (group === '' || one.address !== '') text += oneAddress(one)
  }
  return `(${text}${group === '' ? '' : '(NIL NIL NIL NIL)'})`
}

function oneAddress({ name, address, route = '' }: Address): string {
  const at = address.lastIndexOf('@')
  const local = at < 0 ? address : address.slice(0, at)
  const host = at < 0 ? '' : address.slice(at + 1)
  return `(${name === '' ? 'NIL' : nstring(headerText(name))} ${route === '' ? 'NIL' : nstring(headerText(route))} ${nstring(local)} ${nstring(host)})`
}

/** Bytes of text in one encoded word: with its frame at most 75 characters (RFC 2047 §2). */
const bytesPerWord = 45
const plain = /^[\x20-\x7e]*$/

/** A decoded text as a header holds it: in encoded words where it is not ASCII, or reads like one. */
export function headerText(text: string): string {
  if (plain.test(text) && !text.includes('=?')) return text
  const words: string[] = []
  let word = ''
  let bytes = 0
  for (const char of text.toWellFormed()) {
    const size = Buffer.byteLength(char)
    if (bytes + size > bytesPerWord) {
      words.push(word)
      word = ''
      bytes = 0
    }
    word += char
    bytes += size
  }
  words.push(word)
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join(' ')
}

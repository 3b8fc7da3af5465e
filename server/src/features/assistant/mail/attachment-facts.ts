import { decodeBody } from '@hongyan/mime/content'
import type { Part } from '@hongyan/mime/types'
import type { Fact } from './mail-facts.ts'

const programs =
  /\.(?:exe|bat|cmd|com|scr|pif|vbs|vbe|js|jse|wsf|wsh|msi|msp|jar|cpl|hta|lnk|reg|ps1|apk|iso|img|vhd|one|chm)$/i
const twoEndings = /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|txt|zip|mp4)\s*\.[a-z0-9]{2,5}$/i
const macros = /\.(?:docm|xlsm|pptm|dotm|xlam|xlsb)$/i
const pages = /\.(?:html?|xhtml|shtml|svg)$/i
const archives = /\.(?:zip|rar|7z)$/i
const saysPassword =
  /(?:解压|压缩包|附件|archive|zip|attachment|file)[^\n]{0,20}(?:密码|口令|password|passcode)|(?:password|密码)[^\n]{0,20}(?:解压|zip|archive|压缩包)/i
const maxFiles = 50
/** Bytes of a file that are looked at. */
const maxLooked = 512 * 1024

interface Looked {
  raw: Buffer
  root: Part
  text: string
}

/** What the files of a mail are, by their names and by their first bytes. */
export function attachmentFacts({ raw, root, text }: Looked): Fact[] {
  const facts = filesOf(root)
    .slice(0, maxFiles)
    .flatMap((part) => factsOf(raw, part))
  const isLocked = facts.some((one) => one.code === 'archive-locked')
  return isLocked && saysPassword.test(text)
    ? [
        ...facts,
        {
          code: 'archive-password',
          weight: 'caution',
          evidence: saysPassword.exec(text)?.[0] ?? '',
        },
      ]
    : facts
}

const filesOf = (part: Part): Part[] =>
  part.filename === null ? part.parts.flatMap(filesOf) : [part, ...part.parts.flatMap(filesOf)]

function factsOf(raw: Buffer, part: Part): Fact[] {
  const name = part.filename ?? ''
  // Encodings make four bytes of three: more need not be decoded.
  const end = Math.min(part.bodyEnd, part.bodyStart + maxLooked)
  const bytes = Buffer.from(decodeBody(raw, { ...part, bodyEnd: end }))
  const facts: Fact[] = []
  const add = (code: string, weight: Fact['weight']): void =>
    void facts.push({ code, weight, evidence: name })
  if (twoEndings.test(name) && (programs.test(name) || pages.test(name)))
    add('file-two-endings', 'dangerous')
  if (programs.test(name)) add('file-program', 'dangerous')
  else if (isProgram(bytes)) add('file-lies', 'dangerous')
  else if (lies(name, bytes)) add('file-lies', 'suspicious')
  if (macros.test(name)) add('file-macros', 'caution')
  if (pages.test(name))
    add(
      'file-page',
      /<form\b|<script\b|password/i.test(bytes.toString('latin1')) ? 'dangerous' : 'caution',
    )
  if (archives.test(name) && isLockedZip(bytes)) add('archive-locked', 'caution')
  return facts
}

const isProgram = (bytes: Buffer): boolean =>
  (bytes.subarray(0, 2).toString('latin1') === 'MZ' && bytes.length > 64) ||
  bytes.subarray(0, 4).toString('latin1') === '\u007fELF'

/** A name that says picture or document over bytes that begin like a page. */
const lies = (name: string, bytes: Buffer): boolean =>
  /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif)$/i.test(name) &&
  /^\s{0,50}<(?:!doctype\s+html|html|script)/i.test(bytes.subarray(0, 200).toString('latin1'))

/** APPNOTE.TXT 4.4.4: bit 0 of the flags of the first file. */
const isLockedZip = (bytes: Buffer): boolean =>
  bytes.length > 8 && bytes.readUInt32LE(0) === 0x04034b50 && (bytes.readUInt16LE(6) & 1) === 1

import { createHash } from 'node:crypto'
import { formatAddress } from '@hongyan/mime/addresses'
import { cut } from '@hongyan/mime/clean'
import { headerBlock } from './canonical-bytes.ts'

const maxName = 100

/**
 * The mail that one recipient of a separately sent mail gets: To names that recipient alone, the Message-ID is its
 * own, and References names the sender's copy, so that answers join the sender's thread. Everything else is
 * untouched; the same recipient always gets the same bytes.
 */
export function separateMail(master: Buffer, { name, address }: { name: string; address: string }) {
  const header = headerBlock(master)
  const kept: string[] = []
  let masterId = ''
  let references = ''
  for (const field of fieldsOf(header.toString('latin1'))) {
    const title = field.slice(0, field.indexOf(':')).toLowerCase()
    if (title === 'message-id') masterId = bodyOf(field)
    else if (title === 'references') references = bodyOf(field)
    else if (!personal.has(title)) kept.push(field)
  }
  const to = Buffer.from(formatAddress({ name: cut(name, maxName), address })).toString('latin1')
  const own = [
    `To: ${to}\r\n`,
    `Message-ID: ${ownId(masterId, address)}\r\n`,
    `References: ${[references, masterId].filter(Boolean).join('\r\n ')}\r\n`,
  ]
  const head = Buffer.from([...kept, ...own].join(''), 'latin1')
  return Buffer.concat([head, master.subarray(header.length)])
}

const personal = new Set(['to', 'cc', 'bcc'])

/** Each field with the lines it goes on in, and its line ends. */
const fieldsOf = (header: string): string[] =>
  header.match(/(?<![^\r\n])[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*/g) ?? []

const bodyOf = (field: string): string =>
  field
    .slice(field.indexOf(':') + 1)
    .trim()
    .split(/\s+/)
    .join('\r\n ')

/** Made of the sender's id, so that a repeat after a crash is the same mail. */
function ownId(masterId: string, address: string): string {
  const at = masterId.lastIndexOf('@')
  const mark = createHash('sha256').update(`${masterId} ${address}`).digest('hex').slice(0, 20)
  return `${masterId.slice(0, at)}.${mark}${masterId.slice(at)}`
}

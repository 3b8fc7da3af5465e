import { createRandom } from './random.ts'

/** A mail that can be made again, byte for byte, from its number. */
export interface TestMail {
  subject: string
  recipients: string[]
  raw: Buffer
}

const bigBytes = 10 * 1024 * 1024
/** One mail in so many is a big one. */
const bigEvery = 100

const words =
  'contract meeting budget travel answer 合同 会议 预算 出差 回复 通知 附件 请查收 report 谢谢'.split(
    ' ',
  )

/** Mails of 0.2 to 50 kB, and 1% of 10 MB, each with its own subject and Message-ID, to one or two of the people. */
export function createTestMails(seed: number, people: readonly string[]): (n: number) => TestMail {
  const text = textPool(seed)
  const files = filePool(seed)
  return (number) => {
    const random = createRandom(seed * 1_000_003 + number)
    const subject = subjectOf(number)
    const recipients = chosen(people, random.below(1_000))
    const size = Math.round(200 * 250 ** random.next())
    const isBig = number % bigEvery === bigEvery - 1
    const body = isBig
      ? slice(files, random.below(files.length), bigBytes)
      : slice(text, random.below(text.length), size)
    return { subject, recipients, raw: assemble({ number, seed, isBig, body, recipients }) }
  }
}

export const subjectOf = (number: number): string => `crash ${number}`

/** Mostly one, sometimes two. */
function chosen(people: readonly string[], dice: number): string[] {
  const first = people[dice % people.length] ?? ''
  const second = people[(dice + 1) % people.length] ?? ''
  return dice % 10 === 0 ? [first, second] : [first]
}

interface Parts {
  number: number
  seed: number
  isBig: boolean
  body: Buffer
  recipients: string[]
}

function assemble({ number, seed, isBig, body, recipients }: Parts): Buffer {
  const kind = isBig
    ? 'Content-Type: application/octet-stream; name="big.bin"\r\nContent-Transfer-Encoding: base64\r\n'
    : 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n'
  const head =
    `From: Peer <peer@other.test>\r\nTo: ${recipients.join(', ')}\r\nSubject: ${subjectOf(number)}\r\n` +
    `Date: Thu, 01 Oct 2026 10:00:00 +0800\r\nMessage-ID: <${number}.${seed}@other.test>\r\nMIME-Version: 1.0\r\n${kind}\r\n`
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n')])
}

function textPool(seed: number): Buffer[] {
  const random = createRandom(seed)
  return Array.from({ length: 20_000 }, () => {
    const line = Array.from({ length: 10 }, () => words[random.below(words.length)] ?? '')
    return Buffer.from(`${line.join(' ')} ${random.below(100_000)}\r\n`)
  })
}

/** Lines of base64 that no compression makes smaller. */
function filePool(seed: number): Buffer[] {
  const random = createRandom(seed + 1)
  return Array.from({ length: 20_000 }, () => {
    const bytes = Buffer.from(Array.from({ length: 57 }, () => random.below(256)))
    return Buffer.from(`${bytes.toString('base64')}\r\n`)
  })
}

/** Whole lines, from one of the pool on, round and round, about so many bytes. */
function slice(pool: readonly Buffer[], from: number, size: number): Buffer {
  const lines: Buffer[] = []
  let bytes = 0
  for (let at = from; bytes < size; at++) {
    const line = pool[at % pool.length] ?? Buffer.alloc(1)
    lines.push(line)
    bytes += line.length
  }
  return Buffer.concat(lines, bytes)
}

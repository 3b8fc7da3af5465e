import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { z } from 'zod'

/** What Rspamd says of a mail. */
export interface RspamdVerdict {
  score: number
  /** `reject`, `add header`, `no action` …, as its configuration decides. */
  action: string
  /** Names of what it found, the gravest first. */
  symbols: { name: string; score: number }[]
}

/** What it is told besides the bytes. */
export interface RspamdMail {
  raw: Buffer
  sender: string
  recipients: readonly string[]
  ip: string
  helo: string
  queueId: string
}

const answer = z.object({
  score: z.number(),
  action: z.string().max(100),
  symbols: z
    .record(z.string(), z.object({ score: z.number().optional() }))
    .optional()
    .default({}),
})

const mostAnswer = 512 * 1024
const mostSymbols = 12
const mostRecipients = 20

/**
 * Asks Rspamd about a mail by its HTTP protocol (`POST /checkv2`), in `milliseconds` at most.
 * @throws when it is away, slow, or says what is no answer
 */
export async function askRspamd(
  url: string,
  mail: RspamdMail,
  milliseconds: number,
): Promise<RspamdVerdict> {
  const text = await post(new URL('/checkv2', url), mail, milliseconds)
  const said = answer.parse(JSON.parse(text))
  const symbols = Object.entries(said.symbols)
    .map(([name, { score = 0 }]) => ({ name: name.slice(0, 60), score }))
    .filter(({ name, score }) => score !== 0 || name === 'GTUBE')
    .sort((one, other) => Math.abs(other.score) - Math.abs(one.score))
    .slice(0, mostSymbols)
  return { score: said.score, action: said.action, symbols }
}

function post(url: URL, mail: RspamdMail, milliseconds: number): Promise<string> {
  const open = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const call = open(url, {
      method: 'POST',
      headers: headersOf(mail),
      // No kept connection: one that the other side closed meanwhile would cost a mail its verdict.
      agent: false,
      signal: AbortSignal.timeout(milliseconds),
    })
    call.on('error', reject)
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostAnswer) call.destroy(new Error('Rspamd answers too much'))
        else chunks.push(chunk)
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'))
        else reject(new Error(`Rspamd answers ${response.statusCode}`))
      })
      response.on('close', () => reject(new Error('Rspamd hung up')))
    })
    call.end(mail.raw)
  })
}

function headersOf(mail: RspamdMail): Record<string, string | string[]> {
  const plain: [string, string][] = [
    ['From', mail.sender],
    ['IP', mail.ip],
    ['Helo', mail.helo],
    ['Queue-Id', mail.queueId],
  ]
  const known = plain
    .map(([name, value]) => [name, headerText(value)] as const)
    .filter(([, value]) => value !== '')
  const rcpt = mail.recipients.slice(0, mostRecipients).map(headerText)
  return { ...Object.fromEntries(known), Rcpt: rcpt, 'Content-Length': String(mail.raw.length) }
}

/** A stranger chose this text; what no field may hold is left out (addresses may be UTF-8). */
const headerText = (text: string): string =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[^\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 500)

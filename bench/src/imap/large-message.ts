import { randomBytes } from 'node:crypto'
import { residentMegabytes } from '../support/proc.ts'
import type { Figure } from '../support/stats.ts'
import { compared, enter, type Side } from './sides.ts'

const mailbox = 'Drafts'
/** With its base64 a message of 50 MB: what is packed no smaller. */
const fileBytes = 36 * 1024 * 1024
const atOnce = 8
const limit = 4
const rounds = 3
const sampleMs = 100

/** Programs that fetch a message of 50 MB at the same time: what each of them takes of the server's memory at most. */
export async function largeMessage(sides: readonly Side[], address: string): Promise<Figure[]> {
  const samples = new Map<Side, number[]>()
  const text = messageText()
  for (const side of sides) samples.set(side, await memoryOf(side, address, text))
  return compared(
    {
      name: `memory of FETCH BODY.PEEK[] of ${Math.round(text.length / 2 ** 20)} MB, each of ${atOnce}`,
      size: atOnce,
      unit: 'MB',
      limit: { text: `${limit} MB`, isMet: (taken) => Math.max(...taken) <= limit },
    },
    samples,
  )
}

function messageText(): string {
  const lines = randomBytes(fileBytes).toString('base64').replace(/.{76}/g, '$&\r\n')
  const head = [
    'From: <sender@example.org>',
    'To: <reader@bench.test>',
    'Subject: a large one',
    'MIME-Version: 1.0',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
  ]
  return `${head.join('\r\n')}\r\n\r\n${lines}\r\n`
}

async function memoryOf(side: Side, address: string, text: string): Promise<number[]> {
  const bringer = await enter(side, address)
  await bringer.ask(`APPEND ${mailbox} {${text.length}+}\r\n${text}`)
  bringer.close()
  const programs = await Promise.all(Array.from({ length: atOnce }, () => enter(side, address)))
  for (const program of programs) await program.ask(`EXAMINE ${mailbox}`)
  const taken: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const before = residentMegabytes(side.pid)
    let most = before
    const clock = setInterval(() => {
      most = Math.max(most, residentMegabytes(side.pid))
    }, sampleMs)
    await Promise.all(programs.map((program) => program.ask('FETCH * (BODY.PEEK[])')))
    clearInterval(clock)
    // The first round brings code and buffers that stay.
    if (round > 0) taken.push((most - before) / atOnce)
  }
  for (const program of programs) program.close()
  return taken
}

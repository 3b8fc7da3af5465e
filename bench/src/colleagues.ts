import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Promised } from './promise.ts'
import { listPath, openMailbox } from './support/mailbox.ts'
import { ownServer } from './support/own-server.ts'
import { connectSmtp, toWire } from './support/smtp-client.ts'
import { figure, percentile } from './support/stats.ts'

const other = 'other@bench.test'
const attachmentBytes = 5_000_000
/** So many recipients one transaction takes. */
const atOnce = 100

/** A mail of 5 MB to a thousand colleagues, as a sender's server brings it, while somebody else looks at a list. */
export const colleagues: Promised = {
  name: 'colleagues',
  needs: 'own',
  run: ({ quick }) => {
    const people = Array.from({ length: quick ? 300 : 1_000 }, (_, at) => `c${at}@bench.test`)
    return ownServer([...people, other], async (server) => {
      const wire = toWire(mailWithFile())
      const reader = await openMailbox(server, other, 1)
      const lists: number[] = []
      let isOver = false
      const reading = (async () => {
        while (!isOver) {
          lists.push((await reader.client.get(listPath(reader.inbox))).ms)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      })()
      const before = bytesIn(join(server.dataFolder, 'blobs'))
      const sender = await connectSmtp(server.smtpPort)
      const since = performance.now()
      for (let at = 0; at < people.length; at += atOnce) {
        const to = people.slice(at, at + atOnce)
        await sender.send({ sender: 'sender@example.org', to, wire })
      }
      const answered = performance.now()
      await untilAllHave(server.databaseUrl, people.length)
      const last = performance.now()
      isOver = true
      await reading
      const disk = (bytesIn(join(server.dataFolder, 'blobs')) - before) / 1e6
      sender.close()
      reader.client.close()
      const all = (last - answered) / 1000
      const longest = Math.max(...lists)
      const size = people.length
      return [
        figure({
          name: 'colleagues: 5 MB, from the last 250 until all have it',
          size,
          samples: [all],
          unit: 's',
          limit: '<= 3 s',
          met: all <= 3,
        }),
        figure({
          name: 'colleagues: 5 MB, from the first byte until all have it',
          size,
          samples: [(last - since) / 1000],
          unit: 's',
        }),
        figure({
          name: 'colleagues: 5 MB, disk',
          size,
          samples: [disk],
          unit: 'MB',
          limit: '<= 10 MB',
          met: disk <= 10,
        }),
        figure({
          name: "colleagues: somebody else's list meanwhile",
          size,
          samples: lists,
          unit: 'ms',
          limit: 'p95 <= 50 ms',
          met: percentile(lists, 0.95) <= 50,
        }),
        figure({
          name: "colleagues: the longest of somebody else's lists",
          size,
          samples: [longest],
          unit: 'ms',
          limit: '<= 50 ms',
          met: longest <= 50,
        }),
      ]
    })
  },
}

function mailWithFile(): Buffer {
  const bytes = Buffer.alloc(attachmentBytes)
  let seed = 7
  for (let at = 0; at < bytes.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    bytes[at] = seed >> 16
  }
  const file = bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(
    'From: Board <board@example.org>\r\nTo: all@bench.test\r\nSubject: to all colleagues\r\n' +
      'Message-ID: <all@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n' +
      '--b\r\nContent-Type: text/plain\r\n\r\nPlease read what is attached.\r\n' +
      '--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n' +
      `Content-Disposition: attachment; filename="plan.jpg"\r\n\r\n${file}\r\n--b--\r\n`,
  )
}

async function untilAllHave(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ n: number }>(
        "SELECT count(DISTINCT account_id)::int AS n FROM messages WHERE subject = 'to all colleagues'",
      )
      if ((rows[0]?.n ?? 0) >= count) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await client.end()
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)

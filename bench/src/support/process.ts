import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Promised } from '../promise.ts'
import { makeMail } from './corpus.ts'
import { detailPath, listPath, openMailbox } from './mailbox.ts'
import { ownServer } from './own-server.ts'
import { residentMegabytes } from './proc.ts'
import { startServer } from './server.ts'
import { connectSmtp, toWire } from './smtp-client.ts'
import { figure, median } from './stats.ts'

const settleMs = 10_000
const people = Array.from({ length: 10 }, (_, index) => `load${index}@bench.test`)

/** What is left of a load when nobody does anything any more: 4,000 mails, searched, listed and opened. */
export const afterLoad: Promised = {
  name: 'after-load',
  needs: 'own',
  run: ({ quick }) =>
    ownServer(people, async (server) => {
      const mails = Array.from({ length: quick ? 1_000 : 4_000 }, (_, index) => {
        const to = people[index % people.length] ?? ''
        const { raw, sender } = makeMail(index, { to, mark: `l${index}x` })
        return { to, sender, wire: toWire(raw) }
      }).values()
      const senders = await Promise.all(
        Array.from({ length: 8 }, () => connectSmtp(server.smtpPort)),
      )
      const delivering = senders.map(async (one) => {
        for (const mail of mails) await one.send(mail)
        one.close()
      })
      await Promise.all(delivering)
      await Promise.all(
        people.map(async (address) => {
          const { client, inbox, mailIds } = await openMailbox(server, address, 3)
          for (const id of mailIds) {
            await client.get(detailPath(id))
            await client.get(listPath(inbox))
            await client.get('mail/email/search?searchKeyword=customer')
          }
          client.close()
        }),
      )
      const busy = residentMegabytes(server.pid)
      await new Promise((resolve) => setTimeout(resolve, quick ? 90_000 : 240_000))
      const idle = residentMegabytes(server.pid)
      return [
        figure({
          name: 'after-load: memory of server and database when the load ends (PSS)',
          size: 8,
          samples: [busy],
          unit: 'MB',
        }),
        figure({
          name: 'after-load: memory of server and database, idle again (PSS)',
          size: 8,
          samples: [idle],
          unit: 'MB',
          limit: '<= 300 MB',
          met: idle <= 300,
        }),
      ]
    }),
}

/** What the product needs when nobody does anything, and how soon it is there again. */
export const idleProcess: Promised = {
  name: 'process',
  needs: 'own',
  run: async ({ quick }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    const demo = { environment: { HONGYAN_DEMO: 'on' } }
    try {
      const first = await startServer(folder, demo)
      await first.stop()
      const starts: number[] = []
      const memory: number[] = []
      for (let turn = 0; turn < (quick ? 2 : 5); turn++) {
        const server = await startServer(folder, demo)
        starts.push(server.readyMs)
        await new Promise((resolve) => setTimeout(resolve, settleMs))
        memory.push(residentMegabytes(server.pid))
        await server.stop()
      }
      return [
        figure({
          name: 'process: memory of server and database, idle (PSS)',
          size: 300,
          samples: memory,
          unit: 'MB',
          limit: '< 300 MB',
          met: median(memory) < 300,
        }),
        figure({
          name: 'process: second start to ready',
          size: 300,
          samples: starts,
          unit: 'ms',
          limit: '< 4000 ms',
          met: median(starts) < 4_000,
        }),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

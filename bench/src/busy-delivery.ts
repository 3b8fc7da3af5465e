import type { Promised } from './promise.ts'
import { makeMail } from './support/corpus.ts'
import { detailPath, listPath, type Mailbox, openMailbox } from './support/mailbox.ts'
import { ownServer } from './support/own-server.ts'
import { connectSmtp, toWire } from './support/smtp-client.ts'
import { type Figure, figure, percentile } from './support/stats.ts'

const people = Array.from({ length: 50 }, (_, index) => `busy${index}@bench.test`)
const messageBytes = 10_000
const connections = 8
const before = 500

/** Mail comes in for 50 people while each of them lists and opens without a pause. */
export const busyDelivery: Promised = {
  name: 'busy-delivery',
  needs: 'own',
  run: ({ quick }) =>
    ownServer(people, async (server) => {
      const mails = Array.from({ length: before + (quick ? 500 : 2_500) }, wireFor)
      const deliver = await senders(server.smtpPort)
      await deliver(mails.slice(0, before))
      const readers: Mailbox[] = []
      for (const address of people) readers.push(await openMailbox(server, address, 1))
      const lists: number[] = []
      const until = { isOver: false }
      const reading = readers.map((one, person) => read(one, person, { lists, until }))
      const since = performance.now()
      await deliver(mails.slice(before))
      const rate = (mails.length - before) / ((performance.now() - since) / 1000)
      until.isOver = true
      await Promise.all(reading)
      for (const { client } of readers) client.close()
      return figuresOf(rate, lists)
    }),
}

interface Wire {
  to: string
  sender: string
  wire: Buffer
}

function wireFor(_: unknown, index: number): Wire {
  const to = people[index % people.length] ?? ''
  const { raw, sender } = makeMail(index, { to, size: messageBytes, mark: `b${index}x` })
  return { to, sender, wire: toWire(raw) }
}

async function senders(port: number): Promise<(mails: readonly Wire[]) => Promise<void>> {
  const all = await Promise.all(Array.from({ length: connections }, () => connectSmtp(port)))
  return async (mails) => {
    const waiting = mails.values()
    const work = all.map(async (sender) => {
      for (const mail of waiting) await sender.send(mail)
    })
    await Promise.all(work)
  }
}

async function read(
  { client, inbox, mailIds }: Mailbox,
  person: number,
  { lists, until }: { lists: number[]; until: { isOver: boolean } },
): Promise<void> {
  for (let turn = person; !until.isOver; turn++) {
    const isList = turn % 2 === 1
    const path = isList ? listPath(inbox) : detailPath(mailIds[(turn * 31) % mailIds.length] ?? 0)
    const { status, ms } = await client.get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    if (isList) lists.push(ms)
  }
}

const figuresOf = (rate: number, lists: readonly number[]): Figure[] => [
  figure({
    name: 'busy-delivery: 10 kB while 50 people list and open, messages',
    size: connections,
    samples: [rate],
    unit: '/s',
    limit: '>= 200 /s',
    met: rate >= 200,
  }),
  figure({
    name: 'busy-delivery: a list of theirs meanwhile',
    size: people.length,
    samples: lists,
    unit: 'ms',
    limit: 'p95 <= 100 ms',
    met: percentile(lists, 0.95) <= 100,
  }),
]

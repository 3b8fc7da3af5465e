import type { Promised } from './promise.ts'
import { crowd } from './support/dataset.ts'
import { detailPath, listPath, type Mailbox, openMailbox } from './support/mailbox.ts'
import { figure, percentile } from './support/stats.ts'

/** 50 people list and open mail without a pause, each on a connection of their own. */
export const concurrency: Promised = {
  name: 'concurrency',
  needs: 'dataset',
  run: async ({ dataset, quick }) => {
    const mailboxes: Mailbox[] = []
    for (const address of crowd) mailboxes.push(await openMailbox(dataset, address, 5))
    await together(mailboxes, 2_000)
    const milliseconds = quick ? 8_000 : 20_000
    const samples = await together(mailboxes, milliseconds)
    for (const { client } of mailboxes) client.close()
    const rate = samples.length / (milliseconds / 1000)
    const p95 = percentile(samples, 0.95)
    return [
      figure({
        name: 'concurrency: 50 people list and open, requests',
        size: crowd.length,
        samples: [rate],
        unit: '/s',
        limit: '>= 1000 /s',
        met: rate >= 1_000,
      }),
      figure({
        name: 'concurrency: 50 people list and open, time of one',
        size: crowd.length,
        samples,
        unit: 'ms',
        limit: 'p95 < 150 ms',
        met: p95 < 150,
      }),
    ]
  },
}

async function together(mailboxes: readonly Mailbox[], milliseconds: number): Promise<number[]> {
  const samples: number[] = []
  const end = performance.now() + milliseconds
  const one = async ({ client, inbox, mailIds }: Mailbox, person: number) => {
    for (let turn = person; performance.now() < end; turn++) {
      const path =
        turn % 2 ? listPath(inbox) : detailPath(mailIds[(turn * 31) % mailIds.length] ?? 0)
      const { status, ms } = await client.get(path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      samples.push(ms)
    }
  }
  await Promise.all(mailboxes.map(one))
  return samples
}

import type { Promised } from './promise.ts'
import { accountOf } from './support/dataset.ts'
import { detailPath, listPath, type Mailbox, openMailbox } from './support/mailbox.ts'
import { type Measured, measureTogether, samplesOf, type Task } from './support/measure.ts'
import { type Figure, figure, median, percentile } from './support/stats.ts'

/** The emptiest call that needs a login: its guard and one row by its key. */
const empty = 'empty authenticated call (quota/useInfo)'
const work = [
  'first list page',
  '50th list page',
  'open a message',
  'folders with counts',
  'mark read',
]

/** List, open, folders and mark read at the HTTP door: under 10 ms, and hardly slower in a mailbox of a million. */
export const http: Promised = {
  name: 'http',
  needs: 'dataset',
  run: async ({ dataset, sizes, quick }) => {
    const mailboxes = new Map<number, Mailbox>()
    for (const size of sizes) mailboxes.set(size, await openMailbox(dataset, accountOf(size), 50))
    const tasks = sizes.flatMap((size) => tasksOf(size, mailboxes.get(size)))
    const measured = await measureTogether(tasks, { rounds: quick ? 150 : 400, warm: 40 })
    for (const { client } of mailboxes.values()) client.close()
    return [...sizes.map((size) => emptyFigure(measured, size)), ...figuresOf(measured, sizes)]
  },
}

function tasksOf(size: number, mailbox: Mailbox | undefined): Task[] {
  if (!mailbox) throw new Error(`no mailbox of ${size}`)
  const { client, inbox, mailIds, page50 } = mailbox
  const some = (round: number): number => mailIds[(round * 7919) % mailIds.length] ?? 0
  const runs: [string, (round: number) => ReturnType<typeof client.get>][] = [
    [empty, () => client.get('mail/main/quota/useInfo')],
    ['first list page', () => client.get(listPath(inbox))],
    ['50th list page', () => client.get(listPath(inbox, page50))],
    ['open a message', (round) => client.get(detailPath(some(round)))],
    ['folders with counts', () => client.get('mail/main/folder/list')],
    [
      'mark read',
      (round) =>
        client.post('mail/email/seen/update', { mailIds: [some(round >> 1)], seen: round % 2 }),
    ],
  ]
  return runs.map(([name, run]) => ({ name, size, run }))
}

const emptyFigure = (measured: readonly Measured[], size: number): Figure =>
  figure({ name: `http: ${empty}`, size, samples: samplesOf(measured, empty, size), unit: 'ms' })

function figuresOf(measured: readonly Measured[], sizes: readonly number[]): Figure[] {
  const [smallest = 0] = sizes
  return work.flatMap((name) => {
    const small = median(samplesOf(measured, name, smallest))
    return sizes.flatMap((size): Figure[] => {
      const samples = samplesOf(measured, name, size)
      const growth = median(samples) / small
      const againstEmpty = median(samples) / median(samplesOf(measured, empty, size))
      const p95 = percentile(samples, 0.95)
      return [
        figure({
          name: `http: ${name}`,
          size,
          samples,
          unit: 'ms',
          ...(size === smallest ? {} : { ratio: growth }),
          limit: 'p95 < 10 ms; median <= 2 x at 1,000',
          met: p95 < 10 && growth <= 2,
        }),
        figure({
          name: `http: ${name}, against the empty call`,
          size,
          samples,
          unit: 'ms',
          ratio: againstEmpty,
          limit: '<= 5',
          met: againstEmpty <= 5,
        }),
      ]
    })
  })
}

import type { Promised } from './promise.ts'
import { accountOf } from './support/dataset.ts'
import type { HttpClient } from './support/http-client.ts'
import { openMailbox } from './support/mailbox.ts'
import { measureTogether, samplesOf } from './support/measure.ts'
import { type Figure, figure, median, percentile } from './support/stats.ts'

/** What a person has typed so far, from one letter to a whole name. */
const typed = ['w', 'wa', 'wang', 'bud', 'budget rev', '王', '预算', '预算 报', 'zephyrine', 'xylo']

/** Suggestions under the search box while somebody types, in mailboxes of every size. */
export const suggest: Promised = {
  name: 'suggest',
  needs: 'dataset',
  run: async ({ dataset, sizes, quick }) => {
    const doors = new Map<number, HttpClient[]>()
    for (const size of sizes) {
      const open = Array.from({ length: 2 }, () => openMailbox(dataset, accountOf(size), 0))
      doors.set(
        size,
        (await Promise.all(open)).map((one) => one.client),
      )
    }
    const tasks = sizes.flatMap((size) =>
      typed.map((keyword) => ({
        name: keyword,
        size,
        run: (round: number) => {
          const client = doors.get(size)?.[round % 2]
          if (!client) throw new Error('no connection')
          return client.get(`mail/email/search/suggest?keyword=${encodeURIComponent(keyword)}`)
        },
      })),
    )
    const measured = await measureTogether(tasks, { rounds: quick ? 30 : 80, warm: 5 })
    for (const client of [...doors.values()].flat()) client.close()
    const [smallest = 0] = sizes
    return [...typed, null].flatMap((keyword): Figure[] =>
      sizes.map((size) => {
        const of = (at: number): number[] =>
          (keyword === null ? typed : [keyword]).flatMap((one) => samplesOf(measured, one, at))
        const samples = of(size)
        return figure({
          name: `suggestions: ${keyword === null ? 'all of them' : `“${keyword}”`}`,
          size,
          samples,
          unit: 'ms',
          ratio: median(samples) / median(of(smallest)),
          limit: 'p95 < 30 ms',
          met: percentile(samples, 0.95) < 30,
        })
      }),
    )
  },
}

import type { Promised } from './promise.ts'
import { accountOf } from './support/dataset.ts'
import { openMailbox } from './support/mailbox.ts'
import { measureTogether, samplesOf, type Task } from './support/measure.ts'
import { figure, percentile } from './support/stats.ts'

const limit = 15
const name = 'home: its one call'

/** The home screen's call (SHELL-22): unread mail from people who matter, what was not answered, and the rest. */
export const home: Promised = {
  name: 'home',
  needs: 'rows',
  run: async ({ dataset, sizes, quick }) => {
    const tasks: Task[] = []
    const open = await Promise.all(
      sizes.map(async (size) => ({
        size,
        mailbox: await openMailbox(dataset, accountOf(size), 1),
      })),
    )
    for (const { size, mailbox } of open)
      tasks.push({ name, size, run: () => mailbox.client.post('mail/home/index', {}) })
    const measured = await measureTogether(tasks, { rounds: quick ? 60 : 200, warm: 10 })
    for (const { mailbox } of open) mailbox.client.close()
    return sizes.map((size) => {
      const samples = samplesOf(measured, name, size)
      return figure({
        name,
        size,
        samples,
        unit: 'ms',
        limit: `p95 < ${limit} ms`,
        met: percentile(samples, 0.95) < limit,
      })
    })
  },
}

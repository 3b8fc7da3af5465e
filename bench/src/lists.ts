import type { Folder } from '@hongyan/contract/folders'
import type { MessagePage } from '@hongyan/contract/messages'
import type { Promised } from './promise.ts'
import { accountOf } from './support/dataset.ts'
import type { Answer } from './support/http-client.ts'
import { listPath, type Mailbox, openMailbox } from './support/mailbox.ts'
import { type Measured, measureTogether, samplesOf, type Task } from './support/measure.ts'
import { type Figure, figure, median, percentile } from './support/stats.ts'

/** Messages of one move: the most that a selection may name. */
const moveCount = 1_000
const moveLimit = 500

/** Every kind of list at the HTTP door, and moving a thousand mails. */
export const lists: Promised = {
  name: 'lists',
  needs: 'dataset',
  run: async ({ dataset, sizes, quick }) => {
    const mailboxes = new Map<number, Mailbox>()
    for (const size of sizes) mailboxes.set(size, await openMailbox(dataset, accountOf(size), 50))
    const tasks: Task[] = []
    for (const size of sizes) tasks.push(...(await tasksOf(size, mailboxOf(mailboxes, size))))
    const measured = await measureTogether(tasks, { rounds: quick ? 60 : 200, warm: 10 })
    const moves: Figure[] = []
    for (const size of sizes) moves.push(await moveFigure(mailboxOf(mailboxes, size), size, quick))
    for (const { client } of mailboxes.values()) client.close()
    return [...figuresOf(measured, sizes), ...moves]
  },
}

function mailboxOf(mailboxes: Map<number, Mailbox>, size: number): Mailbox {
  const mailbox = mailboxes.get(size)
  if (!mailbox) throw new Error(`no mailbox of ${size}`)
  return mailbox
}

/** Rows of the middle of the mailbox, asked for by number. */
const middle = (size: number): number => Math.floor(size / 2)

const queries = (inbox: number, size: number): [name: string, path: string][] => {
  const folder = (query: string) => `${listPath(inbox)}&${query}`
  return [
    ['by rank, in the middle', folder(`rank=${middle(size)}`)],
    ['by rank, at the end', folder(`rank=${size - 30}`)],
    ['oldest first', folder('order=asc')],
    ['by sender', folder('sort=sender')],
    ['by subject', folder('sort=subject')],
    ['by size', folder('sort=size')],
    ['unread', folder('filter=unread')],
    ['read', folder('filter=read')],
    ['starred', folder('filter=starred')],
    ['with attachment', folder('filter=attachment')],
    ['with colour, none', folder('filter=colored')],
    ['conversations', folder('conversation=1')],
    ['favourites of all folders', 'mail/email/favorite/list?pageSize=20'],
    ['unread of all folders', 'mail/email/quick/list?seen=0&pageSize=20'],
    ['read of all folders', 'mail/email/quick/list?seen=1&pageSize=20'],
  ]
}

async function tasksOf(size: number, mailbox: Mailbox): Promise<Task[]> {
  const { client, inbox } = mailbox
  const { list } = await client.data<MessagePage>(listPath(inbox))
  const address = encodeURIComponent(list[0]?.mailFrom.address ?? '')
  return [
    ...queries(inbox, size).map(([name, path]) => ({ name, size, run: () => client.get(path) })),
    {
      name: 'correspondence',
      size,
      run: () => client.get(`mail/email/related/list?address=${address}&pageSize=20`),
    },
  ]
}

const names = [...queries(0, 0).map(([name]) => name), 'correspondence']

function figuresOf(measured: readonly Measured[], sizes: readonly number[]): Figure[] {
  const [smallest = 0] = sizes
  return names.flatMap((name) => {
    const small = median(samplesOf(measured, name, smallest))
    return sizes.map((size) => {
      const samples = samplesOf(measured, name, size)
      const growth = median(samples) / small
      return figure({
        name: `lists: ${name}`,
        size,
        samples,
        unit: 'ms',
        ratio: growth,
        limit: 'p95 < 20 ms; median <= 3 x at 1,000',
        met: percentile(samples, 0.95) < 20 && growth <= 3,
      })
    })
  })
}

/** Moves the newest thousand to the archive and back. */
async function moveFigure(mailbox: Mailbox, size: number, quick: boolean): Promise<Figure> {
  const { client, inbox, mailIds } = mailbox
  const { folderList } = await client.data<{ folderList: Folder[] }>('mail/main/folder/list')
  const archive = folderList.find(({ role }) => role === 'archive')?.folderId ?? 0
  const ids = mailIds.slice(0, moveCount)
  const move = (targetMailboxId: number): Promise<Answer> =>
    client.post('mail/email/move', { mailIds: ids, targetMailboxId })
  const samples: number[] = []
  for (let round = 0; round < (quick ? 4 : 10); round++) {
    for (const target of [archive, inbox]) samples.push((await move(target)).ms)
  }
  return figure({
    name: `lists: move ${ids.length} mails`,
    size,
    samples,
    unit: 'ms',
    limit: `p95 < ${moveLimit} ms`,
    met: percentile(samples, 0.95) < moveLimit,
  })
}

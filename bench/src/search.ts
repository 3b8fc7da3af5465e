import type { SearchPage } from '@hongyan/contract/search'
import type { Promised } from './promise.ts'
import { accountOf } from './support/dataset.ts'
import { type Answer, type HttpClient, logIn } from './support/http-client.ts'
import { type Mailbox, openMailbox } from './support/mailbox.ts'
import { type Measured, measureTogether, samplesOf, type Task } from './support/measure.ts'
import { password } from './support/people.ts'
import { type Figure, figure, median, percentile } from './support/stats.ts'

const pageSize = 50

const typed = (text: string): string => `searchKeyword=${encodeURIComponent(text)}`

/**
 * Rare words were planted in 20 messages of each account, over all three years; `old` ones in its oldest fifth only,
 * in 1 % or in 60 % of that. `scope` 1 subject, 2 body; `searchType` 1 people.
 */
const searches: readonly [name: string, query: string][] = [
  ['rare, English, subject', 'searchKeyword=zephyrine&scope=1'],
  ['rare, English, people', 'searchKeyword=quillfeather&searchType=1'],
  ['rare, English, body', 'searchKeyword=quixotry&scope=2'],
  ['rare, Chinese, subject', `searchKeyword=${encodeURIComponent('鲲鹏')}&scope=1`],
  ['rare, Chinese, people', `searchKeyword=${encodeURIComponent('令狐')}&searchType=1`],
  ['rare, Chinese, body', `searchKeyword=${encodeURIComponent('麒麟阁')}&scope=2`],
  ['common, English, subject', 'searchKeyword=budget&scope=1'],
  ['common, English, people', 'searchKeyword=smith&searchType=1'],
  ['common, English, body', 'searchKeyword=customer&scope=2'],
  ['common, Chinese, subject', `searchKeyword=${encodeURIComponent('预算')}&scope=1`],
  ['common, Chinese, people', `searchKeyword=${encodeURIComponent('王')}&searchType=1`],
  ['common, Chinese, body', `searchKeyword=${encodeURIComponent('公司')}&scope=2`],
  ['1 % of bodies, English', 'searchKeyword=telemetry'],
  ['1 % of bodies, Chinese', `searchKeyword=${encodeURIComponent('招标')}`],
  ['only in old mail, 1 % of it', 'searchKeyword=telegraphy'],
  ['only in old mail, 60 % of it', 'searchKeyword=oldproject'],
  ['two words, AND', `searchKeyword=${encodeURIComponent('budget customer')}`],
  ['two words, AND, Chinese', `searchKeyword=${encodeURIComponent('预算 公司')}`],
  ['a word nobody uses', 'searchKeyword=xylophone'],
  ['three words, one rare', typed('budget customer zephyrine')],
  ['beginning of a word, three letters', typed('cus')],
  ['operator from:', typed('from:wang')],
  ['operator subject: and from:', typed('主题:预算 from:wang')],
  ['operator with exclusion', typed('budget -customer')],
  ['operator OR', typed('zephyrine OR 鲲鹏')],
  ['operator is:unread and a word', typed('is:unread budget')],
  ['operator has:attachment and a word', typed('has:attachment 公司')],
  ['operator before: and a word', typed('before:2025-06-01 customer')],
  ['operators without words', typed('is:unread has:attachment')],
  ['a phrase of common words, seldom together', typed('"project meeting"')],
  ['a size that few mails have', typed('larger:900M')],
  ['a common word excluded, nothing else', typed('-budget')],
]

/** A page may answer with a part of its hits: these are also read on until the page is full or all mail was looked at. */
const readOn: readonly string[] = [
  'operators without words',
  'operator is:unread and a word',
  'a phrase of common words, seldom together',
]

/** Words of every kind in mailboxes of every size, with the mail of 50 other people in the same tables. */
export const search: Promised = {
  name: 'search',
  needs: 'dataset',
  run: async ({ dataset, sizes, quick }) => {
    const rounds = quick ? 30 : 80
    const doors = new Map<number, HttpClient[]>()
    for (const size of sizes) {
      const open = Array.from({ length: 4 }, () => openMailbox(dataset, accountOf(size), 0))
      doors.set(
        size,
        (await Promise.all(open)).map((one: Mailbox) => one.client),
      )
    }
    // One account after the other: each waits for its pace while the others are asked.
    const tasks = searches.flatMap((search) =>
      sizes.map((size) => taskOf(search, size, doors.get(size) ?? [])),
    )
    const measured = await measureTogether(tasks, { rounds, warm: 5 })
    const whole = await measureTogether(
      tasks.filter(({ name }) => readOn.includes(name)).map(toEnd),
      { rounds: quick ? 3 : 10, warm: 1 },
    )
    for (const client of [...doors.values()].flat()) client.close()
    return [
      ...figuresOf(measured, sizes),
      ...whole.map(({ name, size, samples }) => figure({ name, size, samples, unit: 'ms' })),
    ]
  },
}

/** A session is renewed well before it is over: the pace makes this part longer than one lives. */
const renewMs = 120_000
const renewedAt = new Map<HttpClient, number>()

async function keepIn(client: HttpClient, size: number): Promise<void> {
  const since = renewedAt.get(client)
  renewedAt.set(client, since ?? performance.now())
  if (since === undefined || performance.now() - since < renewMs) return
  await logIn(client, accountOf(size), password)
  renewedAt.set(client, performance.now())
}

/** An account may search 600 times a minute, however many logins it has. */
const gapMs = 110
const nextOf = new Map<number, number>()

async function turnOf(size: number): Promise<void> {
  const now = performance.now()
  const at = Math.max(now, nextOf.get(size) ?? 0)
  nextOf.set(size, at + gapMs)
  if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
}

interface SearchTask extends Task {
  /** @param more further parameters */
  ask(round: number, more: string): Promise<Answer>
}

function taskOf(
  [name, query]: (typeof searches)[number],
  size: number,
  clients: readonly HttpClient[],
): SearchTask {
  const ask = async (round: number, more: string): Promise<Answer> => {
    await turnOf(size)
    const client = clients[round % clients.length]
    if (!client) throw new Error('no connection')
    await keepIn(client, size)
    return client.get(`mail/email/search?${query}${more}`)
  }
  return { name, size, ask, run: (round) => ask(round, `&pageSize=${pageSize}`) }
}

/** All answers that a full page takes, as the webmail asks for them. */
const toEnd = ({ name, size, ask }: SearchTask): Task => ({
  name: `search: ${name}, until the page is full`,
  size,
  run: async (round) => {
    let ms = 0
    let missing = pageSize
    for (let more = ''; ; ) {
      const answer = await ask(round, `&pageSize=${missing}${more}`)
      ms += answer.ms
      if (answer.status !== 200) return answer
      const { data } = JSON.parse(answer.body.toString()) as { data: SearchPage }
      missing -= data.list.length
      if (!data.readTo || missing === 0) return { ...answer, ms }
      more = `&sortValues=${data.readTo}`
    }
  },
})

function figuresOf(measured: readonly Measured[], sizes: readonly number[]): Figure[] {
  const [smallest = 0] = sizes
  const each = searches.flatMap(([name]) =>
    sizes.map((size) => {
      const samples = samplesOf(measured, name, size)
      return searchFigure({ name, size, samples, small: samplesOf(measured, name, smallest) })
    }),
  )
  const all = (size: number): number[] =>
    searches.flatMap(([name]) => samplesOf(measured, name, size))
  const together = sizes.map((size) =>
    searchFigure({ name: 'all of them', size, samples: all(size), small: all(smallest) }),
  )
  return [...each, ...together]
}

interface Searched {
  name: string
  size: number
  samples: readonly number[]
  small: readonly number[]
}

function searchFigure({ name, size, samples, small }: Searched): Figure {
  const growth = median(samples) / median(small)
  return figure({
    name: `search: ${name}`,
    size,
    samples,
    unit: 'ms',
    ratio: growth,
    limit: 'p95 < 50 ms; median <= 5 x at 1,000',
    met: percentile(samples, 0.95) < 50 && growth <= 5,
  })
}

/**
 * A process of its own: one person who lists, opens, searches and is delivered mail while others attack, so that what
 * is measured is the server and not who attacks it. Told `mark` by its parent, it says what came since the last time.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { search } from '@hongyan/contract/search'
import { connectApi } from '../durability/api.ts'
import { connectSender } from '../durability/smtp-sender.ts'

/** Times of one kind of deed, in ms. */
export interface Times {
  count: number
  p50: number
  p95: number
  worst: number
}

export interface Stretch {
  list: Times
  open: Times
  search: Times
  delivery: Times
  refused: string[]
}

interface Start {
  httpPort: number
  smtpPort: number
  address: string
  password: string
}

const kinds = ['list', 'open', 'search', 'delivery'] as const
type Kind = (typeof kinds)[number]

let times: Record<Kind, number[]> = { list: [], open: [], search: [], delivery: [] }
let refused: string[] = []

process.on('message', (said: Start | 'mark') => {
  if (said !== 'mark') return void live(said)
  const stretch = Object.fromEntries(kinds.map((kind) => [kind, figures(times[kind])]))
  process.send?.({ ...stretch, refused })
  times = { list: [], open: [], search: [], delivery: [] }
  refused = []
})

async function live({ httpPort, smtpPort, address, password }: Start): Promise<void> {
  const api = connectApi(httpPort)
  await api.logIn(address, password)
  const inbox = (await api.get(folders.list, {})).folderList.find((one) => one.role === 'inbox')
  let newest = 0
  const list = async () => {
    const page = await api.get(messages.list, { mailboxId: inbox?.folderId, pageSize: 50 })
    newest = page.list[0]?.mailId ?? 0
  }
  await list()
  process.send?.('living')
  setInterval(() => api.renew().catch(() => undefined), 240_000)
  void every(100, 'list', list)
  void every(400, 'open', () => api.get(messages.detail, { mailId: newest }))
  void every(1_000, 'search', () =>
    api.get(search.search, { searchKeyword: 'letter', pageSize: 15 }),
  )
  let number = 0
  void every(1_000, 'delivery', async () => {
    const sender = await connectSender(smtpPort)
    const raw = Buffer.from(
      `From: Friend <friend@other.test>\r\nSubject: letter ${++number}\r\n\r\nAs we said.\r\n`,
    )
    const answer = await sender.send({ sender: 'friend@other.test', recipients: [address], raw })
    sender.close()
    if (!answer.startsWith('250')) throw new Error(answer)
  })
}

async function every(pause: number, kind: Kind, work: () => Promise<unknown>): Promise<never> {
  for (;;) {
    const since = performance.now()
    try {
      await work()
      times[kind].push(performance.now() - since)
    } catch (thrown) {
      refused.push(`${kind}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    }
    await delay(pause)
  }
}

function figures(list: readonly number[]): Times {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), worst: sorted.at(-1) ?? 0 }
}

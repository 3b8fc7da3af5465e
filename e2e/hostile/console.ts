import { randomBytes } from 'node:crypto'
import { consoleContract, console as fromMail } from '@hongyan/contract/console'
import type { Endpoint } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import {
  type Attack,
  inParallel,
  type Means,
  type Office,
  type Sending,
  someOf,
  statusOf,
} from './attack.ts'
import { atOffice, consoleToken } from './offices.ts'
import { type Expected, judge } from './tally.ts'

const megabyte = 1024 * 1024
const json = { 'content-type': 'application/json' }

const pathOf = ({ path }: Endpoint): string => `/api/${path}`

/** At the console's own port. */
const atConsole = (means: Means, office: Office, sending: Sending): Promise<number> =>
  statusOf({ product: { ...means.product, httpPort: office.consolePort } }, sending)

/** Tickets and tokens that nobody made, or that are good at another door. */
const guesses: Attack = {
  name: 'console: tickets, tokens, passwords',
  people: 1,
  run: async (means) => {
    const [person] = means.people
    const office = await means.office?.another(`guessed-${Date.now()}`)
    if (!office || !person) return
    const token = await consoleToken(office)
    const me = pathOf(consoleContract.me)
    const honest = await atConsole(means, office, { method: 'GET', path: me, token })
    judge(means.tally, { what: 'the console, honestly', expected: 'honest', status: honest })
    const forge = (what: string, status: number): void =>
      judge(means.tally, { what, expected: 'forged', status })
    const some = someOf(
      Array.from({ length: 200 }, (_, n) => n),
      means.effort,
    )
    await inParallel(some, 20, async (n) => {
      const ticket = n % 3 === 0 ? token : randomBytes(n % 3 === 1 ? 32 : 140).toString('base64url')
      const body = JSON.stringify({ ticket: ticket.slice(0, 200) })
      const path = pathOf(consoleContract.open)
      forge(
        'a made-up ticket',
        await atConsole(means, office, { method: 'POST', path, body, headers: json }),
      )
      const made = randomBytes(32).toString('base64url')
      forge(
        'a made-up token of the console',
        await atConsole(means, office, { method: 'GET', path: me, token: made }),
      )
    })
    // Each token is worth something at its own door alone.
    for (const mails of [person.api.token, office.admin.api.token])
      forge(
        'a token of the mail',
        await atConsole(means, office, { method: 'GET', path: me, token: mails }),
      )
    forge(
      'a token of the console at the mail',
      await statusOf(means, { method: 'GET', path: pathOf(folders.list), token }),
    )
    forge('a ticket for one who has no role', (await person.api.call(fromMail.token, {})).status)
    await inParallel(some.slice(0, 60), 20, async (n) => {
      const body = JSON.stringify({ password: `wrong-${n}` })
      const path = pathOf(consoleContract.confirm)
      forge(
        'a wrong password',
        await atConsole(means, office, { method: 'POST', path, body, headers: json, token }),
      )
    })
    // What was guessed keeps nobody out who is in.
    const still = await atConsole(means, office, { method: 'GET', path: me, token })
    judge(means.tally, { what: 'the console after guesses', expected: 'honest', status: still })
  },
}

interface Body {
  endpoint: Endpoint
  name: string
  body: string
  open?: true
}

const changes = Object.values(consoleContract).filter(({ method }) => method === 'POST')
const bodies: readonly Body[] = [
  { name: 'brackets', endpoint: consoleContract.open, body: '['.repeat(megabyte), open: true },
  { name: 'blanks', endpoint: consoleContract.open, body: ' '.repeat(20 * megabyte), open: true },
  {
    name: 'a long ticket',
    endpoint: consoleContract.open,
    body: `{"ticket":"${'a'.repeat(megabyte)}"}`,
    open: true,
  },
  ...changes.flatMap((endpoint): Body[] => [
    { name: 'texts', endpoint, body: `[${'"a",'.repeat(200_000)}1]` },
    {
      name: 'a long text',
      endpoint,
      body: `{"name":"${'\\u4e2d'.repeat(300_000)}","address":"${'a'.repeat(300_000)}"}`,
    },
    {
      name: 'prototypes',
      endpoint,
      body: '{"__proto__":{"accountId":990000},"constructor":{"prototype":{"a":1}}}',
    },
    {
      name: 'numbers',
      endpoint,
      body: '{"accountId":9007199254740993,"id":-1e308,"quotaBytes":1e400,"folderId":2147483648}',
    },
    {
      name: 'large ids',
      endpoint,
      body: '{"accountId":9007199254740991,"id":9007199254740991,"parentId":9007199254740991,"departmentId":9007199254740991,"folderId":9007199254740991,"name":"n","disabled":true,"quotaBytes":1048576,"role":null}',
    },
    {
      name: 'signs',
      endpoint,
      body: JSON.stringify({
        // Nobody: whom it names would be signed out, as an administrator may.
        accountId: 990_000,
        id: 1,
        name: 'a\u0000\ud800\u202e%_\\',
        address: '\u0000@\ud800',
        duties: '\u0000',
        phone: '\ud800',
      }),
    },
  ]),
]

/** Bodies of every call, and texts that are looked for. */
const bodyAttack: Attack = {
  name: 'console: bodies, long texts',
  people: 0,
  run: async (means) => {
    const { office, tally } = means
    if (!office) return
    const token = await consoleToken(office)
    const some = someOf(bodies, means.effort)
    await inParallel([...some, ...some], 8, async ({ endpoint, name, body, open }) => {
      const sending = { method: 'POST', path: pathOf(endpoint), body, headers: json }
      const status = await atConsole(means, office, open ? sending : { ...sending, token })
      judge(tally, { what: `${endpoint.path} ${name}`, expected: 'either', status })
    })
    const words = [
      '%'.repeat(100),
      '_%'.repeat(50),
      '\\'.repeat(99),
      '中'.repeat(100),
      '\u0000',
      '\ud800',
      '"'.repeat(100),
      'a'.repeat(8_000),
    ]
    const lists = [consoleContract.people, consoleContract.acts]
    await inParallel(
      someOf(
        lists.flatMap((list) => words.map((word) => [list, word] as const)),
        means.effort,
      ),
      8,
      async ([list, keyword]) => {
        const path = `${pathOf(list)}?${new URLSearchParams({ keyword, pageSize: '100', pageNum: '100000' })}`
        const status = await atConsole(means, office, { method: 'GET', path, token })
        judge(tally, { what: `${list.path} of ${keyword.slice(0, 4)}`, expected: 'either', status })
      },
    )
    await nest(means, office, token)
  },
}

/** Departments as deep as anybody makes them, and circles of them. */
async function nest(means: Means, office: Office, token: string): Promise<void> {
  const save = async (body: object): Promise<{ status: number; id: number }> => {
    const { status, data } = await atOffice<{ id?: number }>(
      office.consolePort,
      consoleContract.saveDepartment,
      { body, token },
    )
    return { status, id: data?.id ?? 0 }
  }
  const names: number[] = []
  for (let depth = 0; depth < Math.ceil(120 / means.effort.every); depth++) {
    const parentId = names.at(-1) ?? null
    const { status, id } = await save({ name: `deep ${depth}`, parentId })
    judge(means.tally, { what: 'a deep department', expected: 'either' as Expected, status })
    if (id === 0) break
    names.push(id)
  }
  const [top] = names
  for (const below of names.slice(0, 40)) {
    if (top === undefined) break
    const { status } = await save({ id: top, name: 'circle', parentId: below })
    judge(means.tally, { what: 'a department under itself', expected: 'forged', status })
  }
}

export const consoleAttacks: readonly Attack[] = [guesses, bodyAttack]

import { randomBytes } from 'node:crypto'
import { type Attack, inParallel, type Means, someOf, statusOf } from './attack.ts'
import { NoAnswer, oneCase, openLine, ownerOf, smtpIn, type To } from './program-line.ts'
import { judge } from './tally.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
/** Strangers come from many networks: none of them is the owner's. */
const networkOf = (n: number): string => `127.1.${n % 200}.9`

interface Door {
  name: 'imap' | 'pop3' | 'submission'
  /** Begins TLS; what stands behind it in the same packet was said by somebody in between. */
  startTls: string
  injected: string
  ready: RegExp
  /** What only an answer to the injected command says. */
  answered: RegExp
}

const doors: readonly Door[] = [
  {
    name: 'imap',
    startTls: 'a STARTTLS\r\n',
    injected: 'b CAPABILITY\r\n',
    ready: /^a (?:OK|NO|BAD)/m,
    answered: /^b /m,
  },
  {
    name: 'pop3',
    startTls: 'STLS\r\n',
    injected: 'CAPA\r\n',
    ready: /Begin TLS|^-ERR/m,
    answered: /UIDL/,
  },
  {
    name: 'submission',
    startTls: 'STARTTLS\r\n',
    injected: 'EHLO injected\r\n',
    ready: /^(?:220|[45]\d\d) /m,
    answered: /injected|PIPELINING/,
  },
]

/** Commands that stand behind STARTTLS in the open (CVE-2021-33515) must not be done within TLS. */
const injections: Attack = {
  name: 'programs: STARTTLS injection',
  people: 1,
  run: async (means) => {
    const owner = await ownerOf(means)
    await inParallel([...doors, ...doors, ...doors], 3, (door) =>
      oneCase(means, `injected ${door.name}`, async () => {
        const isTaken = await takesInjected(door, owner.doors[door.name])
        const status = isTaken ? 200 : 403
        judge(means.tally, { what: `injected ${door.name}`, expected: 'forged', status })
      }),
    )
  },
}

async function takesInjected(door: Door, port: number): Promise<boolean> {
  const line = await openLine({ port, tls: false })
  await line.until(/\r\n/)
  if (door.name === 'submission') {
    line.write('EHLO x\r\n')
    await line.until(/^250 /m)
  }
  line.write(door.startTls + door.injected)
  await line.until(door.ready)
  await line.secure()
  // What is asked within TLS is answered: an answer to the injected one would stand before it.
  line.write(door.name === 'imap' ? 'z NOOP\r\n' : 'NOOP\r\n')
  const said = await line.until(/^(?:z |\+OK|-ERR|[2-5]\d\d )/m)
  line.close()
  return door.answered.test(said)
}

type Kind = 'imap' | 'pop3' | 'smtp'
interface Guess {
  name: string
  code: string
}

/** Gives a name and a code. @returns whether the code was known: the mailbox may be full of programs */
async function isLetIn(kind: Kind, to: Omit<To, 'tls'>, { name, code }: Guess): Promise<boolean> {
  if (kind === 'smtp') {
    const { line, answer } = await smtpIn(to, { name, code })
    line.close()
    return /^235/m.test(answer)
  }
  const line = await openLine({ ...to, tls: true })
  const isImap = kind === 'imap'
  line.write(
    isImap ? `l LOGIN ${name} ${code}\r\n` : `AUTH PLAIN ${base64(`\0${name}\0${code}`)}\r\n`,
  )
  const answer = await line.until(isImap ? /^l (?:OK|NO|BAD)/m : /^(?:\+OK \d+ messages|-ERR)/m)
  line.close()
  return /^(?:l OK|l NO \[LIMIT\]|\+OK \d+ messages|-ERR \[IN-USE\])/m.test(answer)
}

/** Wrong codes by the hundred from many networks, and the owner who comes in by each door all the same. */
const guesses: Attack = {
  name: 'programs: guesses of codes',
  people: 1,
  run: async (means) => {
    const owner = await ownerOf(means)
    const { person, code, doors: at } = owner
    const ports = { imap: at.imaps, pop3: at.pop3s, smtp: at.submission }
    const kinds = ['imap', 'pop3', 'smtp'] as const
    const tries = someOf(
      Array.from({ length: 300 }, (_, n) => n),
      means.effort,
    )
    const placeOf = (n: number) => {
      const kind = kinds[n % kinds.length] ?? 'imap'
      return { kind, port: ports[kind] }
    }
    await inParallel(tries, 20, async (n) => {
      const { kind, port } = placeOf(n)
      const name = n % 4 === 0 ? `nobody${n}@example.test` : person.address
      const wrong = { name, code: randomBytes(8).toString('hex') }
      await oneCase(means, `a wrong code by ${kind}`, async () => {
        const isIn = await isLetIn(kind, { port, from: networkOf(n) }, wrong)
        judge(means.tally, { what: 'a wrong code', expected: 'forged', status: isIn ? 200 : 401 })
      })
    })
    for (const n of kinds.keys()) {
      const { kind, port } = placeOf(n)
      const what = `the owner by ${kind}`
      await oneCase(means, what, async () => {
        const isIn = await isLetIn(kind, { port }, { name: person.address, code })
        judge(means.tally, { what, expected: 'honest', status: isIn ? 200 : 401 })
      })
    }
  },
}

const megabyte = 1024 * 1024
const entities = `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1_000)}">${Array.from({ length: 30 }, (_, n) => `<!ENTITY b${n} "${'&b;'.repeat(50)}">`).join('')}]>`
const bodies: readonly { name: string; path: string; body?: string }[] = [
  { name: 'entities', path: '/autodiscover/autodiscover.xml', body: `${entities}<a>&b29;</a>` },
  { name: 'open elements', path: '/autodiscover/autodiscover.xml', body: '<a>'.repeat(300_000) },
  {
    name: 'an address without end',
    path: '/Autodiscover/Autodiscover.xml',
    body: `<EMailAddress>${'a'.repeat(megabyte)}</EMailAddress>`,
  },
  {
    name: 'many addresses',
    path: '/autodiscover/autodiscover.xml',
    body: '<EMailAddress>'.repeat(70_000),
  },
  { name: 'blanks', path: '/autodiscover/autodiscover.xml', body: ' '.repeat(megabyte) },
  {
    name: 'an address of letters',
    path: `/mail/config-v1.1.xml?emailaddress=${'a'.repeat(12_000)}@example.test`,
  },
  {
    name: 'marks in an address',
    path: '/.well-known/autoconfig/mail/config-v1.1.xml?emailaddress=%3C!--%22@example.test',
  },
  { name: 'JSON', path: `/autodiscover/autodiscover.json/v1.0/${'%41'.repeat(4_000)}` },
]

const setUps: Attack = {
  name: 'programs: autoconfig, Autodiscover',
  people: 0,
  run: async (means) => {
    const some = someOf(bodies, means.effort)
    const all = some.flatMap((one) => Array.from({ length: 6 }, () => one))
    await inParallel(all, 8, async ({ name, path, body }) => {
      const status = await statusOf(means, {
        method: body === undefined ? 'GET' : 'POST',
        path,
        ...(body === undefined ? {} : { body, headers: { 'content-type': 'text/xml' } }),
      })
      judge(means.tally, { what: name, expected: 'either', status })
    })
  },
}

const sub = (means: Means, said: string, what: string): void => {
  means.tally.cases++
  if (!/^[245]\d\d/m.test(said)) means.tally.failures.push(`${what}: ${said.slice(-60)}`)
}

/** What somebody who may send says at the door of submission. */
const submissions: Attack = {
  name: 'programs: submission',
  people: 1,
  run: async (means) => {
    const { person, code, doors: at } = await ownerOf(means)
    const from = `MAIL FROM:<${person.address}>`
    const tries: readonly [string, string][] = [
      [
        'many recipients',
        `${from}\r\n${Array.from({ length: 5_000 }, (_, n) => `RCPT TO:<a${n}@b.test>\r\n`).join('')}RSET`,
      ],
      ['a long parameter', `${from} ENVID=${'a'.repeat(500_000)}`],
      ['a long recipient', `${from}\r\nRCPT TO:<${'a'.repeat(500_000)}@b.test>`],
      [
        'a header without end',
        `${from}\r\nRCPT TO:<a@b.test>\r\nDATA\r\nTo: ${'a@b.test, '.repeat(300_000)}\r\n\r\nx\r\n.`,
      ],
      [
        'recipients of the header',
        `${from}\r\nRCPT TO:<a@b.test>\r\nDATA\r\n${'Bcc: a@b.test\r\n'.repeat(100_000)}\r\nx\r\n.`,
      ],
      [
        'chunks of a byte',
        `${from}\r\nRCPT TO:<a@b.test>\r\n${'BDAT 1\r\na'.repeat(20_000)}BDAT 0 LAST`,
      ],
      ['a chunk that is said to be large', `${from}\r\nRCPT TO:<a@b.test>\r\nBDAT 99999999999`],
      [
        'nested parts',
        `${from}\r\nRCPT TO:<a@b.test>\r\nDATA\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(50_000)}\r\n.`,
      ],
    ]
    const some = someOf(tries, means.effort)
    await inParallel([...some, ...some], 4, ([name, text]) =>
      oneCase(means, name, async () => {
        const { line, answer } = await smtpIn(
          { port: at.submission },
          { name: person.address, code },
        )
        if (!answer.startsWith('235')) throw new NoAnswer(`not let in: ${answer.slice(0, 80)}`)
        line.write(`${text}\r\nQUIT\r\n`)
        sub(means, await line.until(/^221|^421/m), name)
        line.close()
      }),
    )
  },
}

export const programDoorAttacks: readonly Attack[] = [injections, guesses, setUps, submissions]

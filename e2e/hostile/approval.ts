import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { approval } from '@hongyan/contract/approval'
import { approvalRule } from '@hongyan/contract/approval-fields'
import { consoleContract } from '@hongyan/contract/console'
import type { Endpoint } from '@hongyan/contract/endpoint'
import { rawZip } from '../../mime/test/raw-zip.ts'
import { password } from '../durability/product.ts'
import { type Attack, inParallel, type Means, type Office, someOf, statusOf } from './attack.ts'
import { docx, mailWith } from './files.ts'
import { atOffice, consoleToken } from './offices.ts'
import { ownerOf, smtpIn } from './program-line.ts'
import { judge, judgeMail } from './tally.ts'

/** Never said by anybody but these mails. */
const word = 'kirschkernweitspucken'

interface Kept {
  name: string
  make(): Buffer
}

const zip = (name: string, content: Buffer): Buffer => rawZip([{ name, content }])
const nested = (depth: number, inside: Buffer): Buffer =>
  depth === 0 ? inside : nested(depth - 1, zip(depth === 1 ? 'a.txt' : `${depth}.zip`, inside))
const file = (name: string, make: () => Buffer, type = 'application/octet-stream'): Kept => ({
  name,
  make: () => mailWith({ name, type, bytes: make() }),
})
const page = (body: string): Buffer =>
  Buffer.from(`From: a@x.test\r\nSubject: s\r\nContent-Type: text/html\r\n\r\n${body}`)
const said = Buffer.from(`what they say: ${word}.`)
const documentOf = (count: number): Buffer =>
  docx(`<w:p><w:r><w:t>${'a b '.repeat(20)}</w:t></w:r></w:p>`.repeat(count))

/** All of these hold the word, or more than can be looked through: none may leave. */
const mails: readonly Kept[] = [
  file('said.txt', () => said, 'text/plain'),
  file('two.zip', () => nested(2, said)),
  file('four.zip', () => nested(4, said)),
  file('nine.zip', () => nested(9, said)),
  file('sixty.zip', () => nested(60, said)),
  file('zeros.zip', () => zip('a.txt', Buffer.alloc(300_000_000))),
  file('zeros in zeros.zip', () => nested(3, zip('a.txt', Buffer.alloc(90_000_000)))),
  file('many bombs.zip', () =>
    rawZip(
      Array.from({ length: 40 }, (_, n) => ({
        name: `${n}.docx`,
        content: docx('<w:p>'.repeat(400_000)),
      })),
    ),
  ),
  file('60,000 files.zip', () =>
    rawZip(Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}.txt`, content: said }))),
  ),
  file('giant.docx', () => documentOf(200_000)),
  file('tables.docx', () => docx('<w:tbl><w:tr><w:tc>'.repeat(300_000))),
  file('long.txt', () => Buffer.alloc(30_000_000, 'word 12345678 \u4e2d '), 'text/plain'),
  file('numbers.txt', () => Buffer.alloc(12_000_000, '6222 0212-3456.7890 1'), 'text/plain'),
  file('marks.txt', () => Buffer.alloc(12_000_000, 'e\u0301\u0327\u200b'), 'text/plain'),
  file('one letter.txt', () => Buffer.alloc(12_000_000, '\ufdfa'), 'text/plain'),
  file('page.html', () => Buffer.from('<style>a{'.repeat(1_000_000)), 'text/html'),
  file('deep.pdf', () => Buffer.from(`%PDF-1.7\n1 0 obj ${'['.repeat(2_000_000)}\nendobj`)),
  { name: 'tags', make: () => page('<b'.repeat(1_000_000) + word) },
  { name: 'half tags', make: () => page('< '.repeat(2_000_000) + word) },
  { name: 'mails in mails', make: () => mailsInMails(40) },
]

function mailsInMails(depth: number): Buffer {
  const raw = mailWith({ name: 'a.txt', type: 'text/plain', bytes: said })
  return Array.from({ length: depth }).reduce<Buffer>(
    (bytes) => mailWith({ name: 'i.eml', type: 'message/rfc822', bytes }),
    raw,
  )
}

/** Rules about the persons of this attack alone: what others send is not held. */
async function rule(office: Office, senders: readonly string[]): Promise<void> {
  const words = [
    word,
    ...Array.from({ length: 400 }, (_, n) => `${'a'.repeat(60)}${n}`),
    '(a+)+$',
    '[',
    '\\',
    '.*'.repeat(50),
  ]
  const name = `attack ${senders[0]}`
  const token = await consoleToken(office)
  const say = async (endpoint: Endpoint, body: object): Promise<void> => {
    const { status, message } = await atOffice(office.consolePort, endpoint, { body, token })
    if (status !== 200) throw new Error(`${endpoint.path}: ${status} ${message}`)
  }
  await say(consoleContract.confirm, { password })
  for (let n = 0; n < 4; n++)
    await say(consoleContract.saveList, {
      name: `list ${n}`,
      words: Array.from({ length: 5_000 }, (_, at) => `${n} ${at} ${'b'.repeat(80)}`),
    })
  await say(
    consoleContract.saveRule,
    approvalRule.parse({
      ...{ name, senders, words, patterns: ['id-card', 'bank-card', 'phone'] },
      lists: ['list 0', 'list 1', 'list 2', 'list 3'],
      levels: [{ approvers: [office.admin.address] }],
    }),
  )
}

/** What is sent while rules look through it, how it is decided, and what is kept of it as evidence. */
const looking: Attack = {
  name: 'approval: bombs before the rules, evidence',
  people: 2,
  run: async (means) => {
    const { office, tally, people, effort } = means
    const [first] = people
    if (!office || !first) return
    const senders = [...new Set(people.map(({ address }) => address))]
    await rule(office, senders)
    const some = someOf(mails, effort)
    await inParallel(some, 4, async (mail, index) => {
      const person = people[index % people.length] ?? first
      const answer = await submit({ ...means, people: [person] }, office.admin.address, mail)
      judgeMail(tally, { what: `approval ${mail.name}`, expected: 'either', answer })
      if (answer.startsWith('250')) await mustBeHeld(means, mail, person.api)
    })
    await evidence(means, office)
  },
}

/** By the door of programs: the bytes are those that are made here. */
async function submit(means: Means, to: string, { name, make }: Kept): Promise<string> {
  const { person, code, doors } = await ownerOf(means)
  const { line, answer } = await smtpIn({ port: doors.submission }, { name: person.address, code })
  try {
    if (!answer.startsWith('235')) return answer
    const ask = async (words: string): Promise<string> => {
      line.write(words)
      return line.until(/^[2-5]\d\d .*\r\n/m)
    }
    const raw = make().toString('latin1')
    const own = raw
      .replace(/^From: .*\r\n/, `From: <${person.address}>\r\n`)
      .replace(/^Subject: .*\r\n/m, `Subject: held ${name}\r\n`)
    for (const words of [`MAIL FROM:<${person.address}>\r\n`, `RCPT TO:<${to}>\r\n`, 'DATA\r\n']) {
      const heard = await ask(words)
      if (/^[45]/.test(heard)) return heard
    }
    return await ask(`${own.replace(/^\./gm, '..')}\r\n.\r\n`)
  } finally {
    line.close()
  }
}

async function mustBeHeld(
  { tally }: Means,
  { name }: Kept,
  api: Means['people'][number]['api'],
): Promise<void> {
  const { envelope } = await api.call(approval.userApprovalList, {
    keyword: `held ${name}`,
    pageSize: 100,
  })
  tally.cases++
  if (!envelope.data?.list.some(({ mailSubject }) => mailSubject === `held ${name}`))
    tally.acceptedWrongly.push(`approval ${name} left`)
}

/** Evidence of large mails, asked for by many who do not read it, and forged tickets. */
async function evidence(means: Means, { admin }: Office): Promise<void> {
  const { tally, product, effort } = means
  const page = await admin.api.call(approval.approverApprovalList, { pageSize: 100 })
  const list = page.envelope.data?.list ?? []
  await inParallel(someOf(list, effort), 6, async ({ approvalId, mailSubject }) => {
    const { status } = await admin.api.call(approval.detail, { approvalId })
    judge(tally, { what: `detail of ${mailSubject}`, expected: 'honest', status })
  })
  const largest = list.toSorted((a, b) => b.size - a.size).slice(0, 4)
  const details = await Promise.all(
    largest.map(({ approvalId }) => admin.api.get(approval.detail, { approvalId })),
  )
  const urls = details.map(({ evidenceUrl }) => evidenceUrl)
  const sockets = Array.from({ length: 40 }, (_, n) => {
    const socket = connect(product.httpPort, '127.0.0.1')
    socket.on('error', () => undefined).pause()
    socket.write(`GET ${urls[n % urls.length]} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  })
  await inParallel([...urls, ...urls], 4, async (path) => {
    const status = await statusOf(means, { method: 'GET', path })
    judge(tally, { what: 'evidence', expected: 'either', status })
  })
  const [url = ''] = urls
  await inParallel(
    someOf(
      Array.from({ length: 100 }, (_, n) => n),
      effort,
    ),
    10,
    async (n) => {
      const start = url.lastIndexOf('/') + 1
      const at = start + ((n * 7) % Math.max(1, url.length - start - 1))
      const path = url.slice(0, at) + (url[at] === 'A' ? 'B' : 'A') + url.slice(at + 1)
      const status = await statusOf(means, { method: 'GET', path })
      judge(tally, { what: 'forged evidence', expected: 'forged', status })
    },
  )
  await delay(effort.slowMs)
  for (const socket of sockets) socket.destroy()
  tally.cases += sockets.length
}

export const approvalAttacks: readonly Attack[] = [looking]

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { messages } from '@hongyan/contract/messages'
import { WebSocket } from 'ws'
import { connectSender } from '../durability/smtp-sender.ts'
import type { Attack, Means, Person } from './attack.ts'
import { judge, judgeMail } from './tally.ts'

/** Connections that send their beginning at once and then a byte every half second. */
const drips = (
  name: string,
  count: number,
  beginning: (means: Means) => [number, string],
): Attack => ({
  name,
  people: 1,
  run: async (means) => {
    const [port, text] = beginning(means)
    const open = new Set<Socket>()
    const dial = (n: number): void => {
      // Each network of a stranger has its share: these come from many.
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${n % 50}.9` })
      open.add(socket)
      socket.on('connect', () => socket.write(text))
      // To be cut off is what they are here for.
      socket.on('error', () => open.delete(socket))
      socket.on('close', () => open.delete(socket))
      socket.resume()
    }
    for (let n = 0; n < count; n++) dial(n)
    const until = Date.now() + means.effort.slowMs
    for (let n = 0; Date.now() < until; n++) {
      await delay(500)
      for (const socket of open) socket.write('a')
      while (open.size < count) dial(n)
    }
    for (const socket of open) socket.destroy()
    means.tally.cases += count
  },
})

const upload = (token = ''): string =>
  `POST /api/file/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
  'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000000\r\n\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nslow'

const body = (token = ''): string =>
  `POST /api/mail/email/drafts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 15000000\r\n\r\n{"html":"'

/** Large answers that are asked for and not read, and one mail that many open at once. */
const absentReaders: Attack = {
  name: 'readers that read nothing',
  people: 2,
  run: async (means) => {
    const [person] = means.people
    if (!person) return
    const mailId = await largeMail(means, person)
    const { sourceUrl } = await person.api.get(messages.detail, { mailId })
    const { token } = person.api
    const paths = [sourceUrl, sourceUrl, `/api/${messages.detail.path}?mailId=${mailId}`]
    const sockets = Array.from({ length: 60 }, (_, n) => {
      const socket = connect(means.product.httpPort, '127.0.0.1')
      const path = paths[n % paths.length]
      socket.on('error', () => undefined).pause()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      return socket
    })
    const opened = Array.from({ length: 40 }, async () => {
      const { status } = await person.api.call(messages.detail, { mailId })
      judge(means.tally, { what: 'open a mail of 60 MB', expected: 'either', status })
    })
    await Promise.all([...opened, delay(means.effort.slowMs)])
    for (const socket of sockets) socket.destroy()
    means.tally.cases += sockets.length
  },
}

async function largeMail(
  { product, tally }: Means,
  { api, address, inbox }: Person,
): Promise<number> {
  const lines = randomBytes(22_000_000).toString('hex').replace(/.{76}/g, '$&\r\n')
  const raw = Buffer.from(`Subject: large\r\n\r\n${lines}`)
  const sender = await connectSender(product.smtpPort)
  const answer = await sender.send({ sender: 'x@other.test', recipients: [address], raw })
  sender.close()
  judgeMail(tally, { what: 'a mail of 45 MB', expected: 'either', answer })
  const page = await api.get(messages.list, { mailboxId: inbox, pageSize: 100 })
  return page.list.find((one) => one.mailSubject === 'large')?.mailId ?? page.list[0]?.mailId ?? 0
}

/** Browsers that open the push connection and never read it, while much changes. */
const deafBrowsers: Attack = {
  name: 'sockets that are not read',
  people: 1,
  run: async (means) => {
    const [person] = means.people
    if (!person) return
    const { api, address } = person
    const url = `ws://127.0.0.1:${means.product.httpPort}/api/mail/message/${address}`
    const sockets = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const socket = new WebSocket(url, ['hongyan.v1', `bearer.${api.token}`])
        socket.on('error', () => undefined)
        await once(socket, 'open')
        socket.send(JSON.stringify({ since: null }))
        socket.pause()
        return socket
      }),
    )
    const page = await api.get(messages.list, { mailboxId: person.inbox, pageSize: 100 })
    const mailIds = page.list.map((one) => one.mailId)
    for (let n = 0; n < 300 && mailIds.length > 0; n++) {
      const { status } = await api.call(messages.star, { mailIds, starred: n % 2 === 0 })
      judge(means.tally, { what: 'star', expected: 'either', status })
    }
    for (const socket of sockets) socket.terminate()
    means.tally.cases += sockets.length
  },
}

export const slowAttacks: readonly Attack[] = [
  drips('slow HTTP headers', 500, ({ product }) => [
    product.httpPort,
    'GET /api/platform/config HTTP/1.1\r\nX-Slow: ',
  ]),
  drips('slow uploads', 60, ({ product, people }) => [
    product.httpPort,
    upload(people[0]?.api.token),
  ]),
  drips('slow JSON bodies', 60, ({ product, people }) => [
    product.httpPort,
    body(people[0]?.api.token),
  ]),
  drips('slow SMTP', 60, ({ product }) => [product.smtpPort, 'EHLO ']),
  drips('slow DATA', 40, ({ product, people }) => [
    product.smtpPort,
    `EHLO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<${people[0]?.address}>\r\nDATA\r\nSubject: `,
  ]),
  absentReaders,
  deafBrowsers,
]

import { randomBytes } from 'node:crypto'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { reader } from '@hongyan/contract/reader'
import { session } from '@hongyan/contract/session'
import { smime } from '@hongyan/contract/smime'
import { WebSocket } from 'ws'
import { connectApi } from '../durability/api.ts'
import { callHttp } from '../durability/http-call.ts'
import { password } from '../durability/product.ts'
import { connectSender } from '../durability/smtp-sender.ts'
import { type Attack, inParallel, type Means, someOf, statusOf } from './attack.ts'
import { judge } from './tally.ts'

/** Wrong passwords by the hundred, and an owner in a browser that was here before, who must get in between them. */
const logins: Attack = {
  name: 'guesses: passwords',
  people: 1,
  run: async (means) => {
    const [person] = means.people
    if (!person) return
    const known = await logIn(means, { username: person.address, password })
    judge(means.tally, { what: 'the owner before', expected: 'either', status: known.status })
    const tries = someOf(
      Array.from({ length: 300 }, (_, n) => n),
      means.effort,
    )
    await inParallel(tries, 30, async (n) => {
      const name = n % 3 === 0 ? `nobody${n}@example.test` : spelled(person.address, n)
      const { status } = await logIn(means, { username: name, password: `Wrong-${n}` })
      judge(means.tally, { what: 'a wrong password', expected: 'forged', status })
    })
    if (known.cookie === '') return
    const { status } = await logIn(means, {
      username: person.address,
      password,
      cookie: known.cookie,
    })
    judge(means.tally, { what: 'the owner in a known browser', expected: 'honest', status })
  },
}

const spelled = (address: string, n: number): string =>
  n % 2 === 0 ? address : address.replace('@', `+${n}@`)

interface Login {
  username: string
  password: string
  /** What the browser was given at an earlier login. */
  cookie?: string
}

async function logIn({ product }: Means, { cookie, ...typed }: Login) {
  const { status, headers } = await callHttp(
    `http://127.0.0.1:${product.httpPort}/api/${session.login.path}`,
    {
      method: 'POST',
      headers: cookie ? { cookie } : {},
      body: JSON.stringify(typed),
      fresh: true,
    },
  )
  return { status, cookie: (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '' }
}

/** Tokens, tickets and links that nobody made, or that were changed by one letter. */
const tickets: Attack = {
  name: 'guesses: tokens, tickets, links',
  people: 1,
  run: async (means) => {
    const [person] = means.people
    if (!person) return
    const { api, inbox, address } = person
    const sender = await connectSender(means.product.smtpPort)
    const raw = Buffer.from('Subject: of mine\r\n\r\nwords\r\n')
    await sender.send({ sender: 'peer@other.test', recipients: [address], raw })
    sender.close()
    const page = await api.get(messages.list, { mailboxId: inbox, pageSize: 10 })
    const detail = await api.get(messages.detail, { mailId: page.list[0]?.mailId ?? 0 })
    const links = Array.from({ length: 200 }, (_, n) =>
      n % 2 === 0
        ? changed(detail.sourceUrl, n)
        : `/api/file/download/${randomBytes(60).toString('base64url')}`,
    )
    const made = someOf(links, means.effort)
    await inParallel(made, 20, async (path) => {
      const status = await statusOf(means, { method: 'GET', path })
      judge(means.tally, { what: 'a forged link', expected: 'forged', status })
    })
    await inParallel(made, 20, async () => {
      const token = randomBytes(32).toString('base64url')
      const path = `/api/${folders.list.path}`
      const status = await statusOf(means, { method: 'GET', path, token })
      judge(means.tally, { what: 'a made-up token', expected: 'forged', status })
      const refresh = JSON.stringify({ refreshToken: token })
      const headers = { 'content-type': 'application/json' }
      const to = `/api/${session.refresh.path}`
      const renewed = await statusOf(means, { method: 'POST', path: to, headers, body: refresh })
      judge(means.tally, { what: 'a made-up renewal', expected: 'forged', status: renewed })
    })
    await inParallel(made.slice(0, 60), 20, async () => {
      const status = await socketStatus(means, address)
      judge(means.tally, { what: 'a socket by a made-up token', expected: 'forged', status })
    })
    const preview = reader.picture.path.replace('{ticket}', randomBytes(40).toString('base64url'))
    const status = await statusOf(means, { method: 'GET', path: `/api/${preview}` })
    judge(means.tally, { what: 'a forged picture', expected: 'forged', status })
  },
}

/** The same link with another letter somewhere in its ticket. */
function changed(url: string, n: number): string {
  const start = url.lastIndexOf('/') + 1
  const at = start + ((n * 7) % (url.length - start - 1))
  return url.slice(0, at) + (url[at] === 'A' ? 'B' : 'A') + url.slice(at + 1)
}

function socketStatus({ product }: Means, address: string): Promise<number> {
  const url = `ws://127.0.0.1:${product.httpPort}/api/mail/message/${address}`
  return new Promise((resolve) => {
    const token = randomBytes(32).toString('base64url')
    const socket = new WebSocket(url, ['hongyan.v1', `bearer.${token}`])
    socket.on('message', () => resolve(200))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('close', () => resolve(401))
    socket.on('error', () => undefined)
    socket.on('open', () => socket.send(JSON.stringify({ since: null })))
  })
}

/** Passwords of folders and PINs, from several logins at once. */
const secrets: Attack = {
  name: 'guesses: folder passwords, PINs',
  people: 1,
  run: async (means) => {
    const [person] = means.people
    if (!person) return
    const name = `f${randomBytes(3).toString('hex')}`
    const { folderId } = await person.api.get(folders.save, { folderName: name })
    await person.api.get(folders.setPassword, { folderId, password: 'Right-1234' })
    const logins = [person.api, connectApi(means.product.httpPort)]
    // A second login, where the network may still log in at all.
    await logins[1]?.logIn(person.address, password).catch(() => logins.pop())
    const tries = someOf(
      Array.from({ length: 200 }, (_, n) => n),
      means.effort,
    )
    await inParallel(tries, 20, async (n) => {
      const api = logins[n % logins.length] ?? person.api
      const { status } = await api.call(folders.unlock, { folderId, password: `wrong-${n}` })
      judge(means.tally, { what: 'a wrong folder password', expected: 'forged', status })
    })
    await inParallel(tries.slice(0, 50), 10, async () => {
      const proof = randomBytes(32).toString('base64')
      const { status } = await person.api.call(smime.keyPinVerify, { proof })
      judge(means.tally, { what: 'a wrong PIN', expected: 'forged', status })
    })
  },
}

export const guessAttacks: readonly Attack[] = [logins, tickets, secrets]

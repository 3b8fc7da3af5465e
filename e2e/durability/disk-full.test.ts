import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { expect, it } from 'vitest'
import { type Api, connectApi } from './api.ts'
import {
  command,
  domain,
  endPostgres,
  makePeople,
  password,
  startProduct,
  untilReady,
} from './product.ts'
import { connectSender } from './smtp-sender.ts'

const address = `a@${domain}`

/** A small file system of its own for the contents; only root may make one. */
function mountSmall(place: string, megabytes = 16): boolean {
  mkdirSync(place, { recursive: true })
  const size = `size=${megabytes}m`
  return spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', place]).status === 0
}

function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'hongyan-mount-'))
  const isMounted = mountSmall(place)
  if (isMounted) execFileSync('umount', [place])
  rmSync(place, { recursive: true })
  return isMounted
}

async function send(port: number, subject: string, bytes: number): Promise<string> {
  const sender = await connectSender(port)
  const body = randomBytes(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
  const raw = Buffer.from(`From: x@other.test\r\nSubject: ${subject}\r\n\r\n${body}\r\n`)
  const answer = await sender.send({ sender: 'x@other.test', recipients: [address], raw })
  sender.close()
  return answer
}

async function inboxOf(api: Api) {
  const { folderList } = await api.get(folders.list, {})
  const inbox = folderList.find((one) => one.role === 'inbox')
  return api.get(messages.list, { mailboxId: inbox?.folderId, pageSize: 100 })
}

const outgoing = () => ({
  mailTo: [address],
  mailCc: [],
  mailBcc: [],
  mailSubject: 'no room',
  html: randomBytes(1_500_000).toString('base64'),
  quotedHtml: '',
  fileIds: [],
  sendKey: randomUUID(),
})

const mayMount = canMount()

it.skipIf(!mayMount)(
  'P4 on a full disk mail is put off with 452 4.3.1, reading and deleting go on, and room is used at once',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-full-'))
    const contents = join(folder, 'blobs')
    mountSmall(contents)
    const product = await startProduct({ folder })
    try {
      await makePeople({ folder }, ['a'])
      expect(await send(product.smtpPort, 'before', 1_000)).toMatch(/^250/)
      const filler = join(contents, 'filler')
      writeFileSync(filler, randomBytes(14 * 1024 * 1024))
      const answers: string[] = []
      for (let n = 0; n < 6; n++) answers.push(await send(product.smtpPort, `big ${n}`, 700_000))
      expect(answers.at(-1)).toBe('452 4.3.1 Not enough storage right now, try again later')
      const delivered = answers.filter((one) => one.startsWith('250')).length
      expect(answers.every((one) => /^250|^452 4\.3\.1/.test(one))).toBe(true)
      // Nothing half is left of the others.
      expect(readdirSync(join(contents, 'unfinished'))).toEqual([])

      const api = connectApi(product.httpPort)
      await api.logIn(address, password)
      const { list } = await inboxOf(api)
      expect(list).toHaveLength(1 + delivered)
      const oldest = list.at(-1)
      const mailIds = [oldest?.mailId ?? 0]
      expect((await api.get(messages.detail, { mailId: oldest?.mailId })).text).not.toBe('')
      expect((await api.call(messages.recycle, { mailIds })).status).toBe(200)
      expect((await api.call(messages.destroy, { mailIds })).status).toBe(200)
      expect((await inboxOf(api)).list).toHaveLength(delivered)
      const refused = await api.call(compose.send, outgoing())
      expect([refused.status, refused.envelope.code]).toEqual([507, 507002])

      rmSync(filler)
      expect(await send(product.smtpPort, 'after', 700_000)).toMatch(/^250/)
      expect((await inboxOf(api)).list[0]?.mailSubject).toBe('after')
      expect((await command({ folder }, ['verify'])).code).toBe(0)
    } finally {
      await product.end('SIGTERM')
      execFileSync('umount', [contents])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)

/** The log of the database on a small file system of its own. */
async function moveLog(folder: string): Promise<string> {
  const first = await startProduct({ folder })
  await makePeople({ folder }, ['a'])
  await first.end('SIGTERM')
  const log = join(folder, 'postgres/cluster/pg_wal')
  const before = join(folder, 'wal-before')
  execFileSync('mv', [log, before])
  // Once there is room the words of the mails are settled, which writes fifty megabytes of log before the next checkpoint.
  mountSmall(log, 160)
  execFileSync('cp', ['-a', `${before}/.`, log])
  return log
}

it.skipIf(!mayMount)(
  'P4 when the log of the database is full mail is put off, the server stays, and goes on when there is room',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-full-'))
    const log = await moveLog(folder)
    const product = await startProduct({ folder })
    try {
      const filler = join(log, 'filler')
      // As much as there is.
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'])
      const answers: string[] = []
      while (answers.filter((one) => one.startsWith('45')).length < 5 && answers.length < 200)
        answers.push(await send(product.smtpPort, 'big', 300_000))
      expect(answers.at(-1)).toMatch(/^45[12] 4\.3\.[01]/)
      const delivered = answers.filter((one) => one.startsWith('250')).length

      rmSync(filler)
      await untilReady(product.httpPort)
      expect(await send(product.smtpPort, 'after', 1_000)).toMatch(/^250/)
      const api = connectApi(product.httpPort)
      await api.logIn(address, password)
      const page = await inboxOf(api)
      expect(page.list[0]?.mailSubject).toBe('after')
      // A commit that the full disk interrupted may count although its sender was put off: it will not double.
      expect(page.total).toBeGreaterThanOrEqual(delivered + 1)
      expect((await command({ folder }, ['verify'])).code).toBe(0)
      expect(await product.end('SIGTERM')).toBe(0)
    } finally {
      await product.end('SIGTERM')
      endPostgres(folder)
      spawnSync('umount', ['-l', log])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)

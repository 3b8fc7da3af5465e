import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { ClientGone, runAs } from '../../platform/actor.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import { createBudget } from '../../platform/budget.ts'
import { createLog } from '../../platform/log.ts'
import { createParsing } from './parsing.ts'
import { createStoredMail } from './stored-mail.ts'

const megabyte = 1024 * 1024
const parsing = createParsing(createLog('error'))
afterAll(() => parsing.stop())

/** A store whose mails come when the test lets them. */
function slowStore() {
  const waiting: ((bytes: Buffer) => void)[] = []
  const blobs = { get: () => new Promise<Buffer>((resolve) => void waiting.push(resolve)) }
  const stored = createStoredMail({
    blobs: blobs as unknown as BlobStore,
    parsing,
    budget: createBudget({ total: 256 * megabyte, share: 128 * megabyte }),
  })
  return {
    stored,
    read: () => waiting.length,
    giveAll: () => {
      for (const give of waiting.splice(0)) give(Buffer.from('Subject: x\r\n\r\ntext'))
    },
  }
}

function request(account: string) {
  const gone = new AbortController()
  const ends: (() => void)[] = []
  const asker = {
    client: '',
    ip: '',
    account,
    signal: gone.signal,
    atEnd: (work: () => void) => void ends.push(work),
  }
  return {
    run: <T>(work: () => Promise<T>) => runAs(asker, work),
    leave: () => gone.abort(new ClientGone()),
    end: () => {
      for (const end of ends.splice(0)) end()
    },
  }
}

const mail = (id: number, size = 60 * megabyte) => ({ blob: Buffer.alloc(32, id), size })
const settle = async () => {
  for (let count = 0; count < 5; count++) await turn()
}

describe('stored mail in memory', () => {
  it('doors-5 forty large mails that one person opens are read one after the other, and others get theirs', async () => {
    const { stored, read, giveAll } = slowStore()
    const mine = Array.from({ length: 40 }, () => request('1'))
    mine.map((one, id) => one.run(() => stored.open(mail(id))))
    await settle()
    expect(read()).toBe(1)
    const other = request('2')
    const opened = other.run(() => stored.open(mail(99)))
    await settle()
    expect(read()).toBe(2)
    giveAll()
    await opened
    await settle()
    expect(read()).toBe(0)
    for (const one of mine) one.end()
    await settle()
    expect(read()).toBe(1)
  })

  it('doors-5 forty openings of the same mail are one', async () => {
    const { stored, read, giveAll } = slowStore()
    const mine = Array.from({ length: 40 }, () => request('1'))
    const opened = mine.map((one) => one.run(() => stored.open(mail(1))))
    await settle()
    expect(read()).toBe(1)
    giveAll()
    expect(new Set(await Promise.all(opened)).size).toBe(1)
    for (const one of mine) one.end()
    void request('1').run(() => stored.open(mail(1)))
    await settle()
    expect(read()).toBe(1)
  })

  it('doors-5 who shares an opening gets it when the first to ask has gone while it waited', async () => {
    const { stored, read, giveAll } = slowStore()
    const [busy, first, second] = [request('1'), request('1'), request('1')]
    void busy.run(() => stored.raw(mail(7)))
    await settle()
    const refused = first.run(() => stored.open(mail(1))).catch((thrown: unknown) => thrown)
    const opened = second.run(() => stored.open(mail(1)))
    await settle()
    first.leave()
    expect(await refused).toBeInstanceOf(ClientGone)
    giveAll()
    await settle()
    busy.end()
    await settle()
    expect(read()).toBe(1)
    giveAll()
    expect((await opened).parsed.envelope.subject).toBe('x')
  })

  it('doors-5 what a request takes beyond the room is counted: nobody else begins before it is paid back', async () => {
    const { stored, read, giveAll } = slowStore()
    const one = request('1')
    const three = one.run(async () => {
      for (const id of [1, 2, 3]) await stored.raw(mail(id))
    })
    for (let count = 0; count < 3; count++) {
      await settle()
      giveAll()
    }
    await three
    const other = request('2')
    void other.run(() => stored.raw(mail(4)))
    await settle()
    expect(read()).toBe(0)
    one.end()
    await settle()
    expect(read()).toBe(1)
  })

  it('server.md memory: work behind the requests has room for its mails until it is over, and waits for it', async () => {
    const { stored, read, giveAll } = slowStore()
    const one = request('1')
    void one.run(() => stored.raw(mail(1, 120 * megabyte)))
    await settle()
    giveAll()
    const job = stored.whileReading([mail(2), mail(3)], async (read) => [
      await read(mail(2)),
      await read(mail(3)),
    ])
    await settle()
    expect(read()).toBe(0)
    one.end()
    await settle()
    const other = request('2').run(() => stored.raw(mail(4)))
    for (let count = 0; count < 2; count++) {
      await settle()
      expect(read()).toBe(1)
      giveAll()
    }
    expect(await job).toHaveLength(2)
    await settle()
    giveAll()
    expect((await other).length).toBeGreaterThan(0)
  })

  it('a request that holds one mail gets a second even where there is no room', async () => {
    const { stored, read, giveAll } = slowStore()
    const one = request('1')
    const both = one.run(async () => [await stored.raw(mail(1)), await stored.raw(mail(2))])
    for (let count = 0; count < 2; count++) {
      await settle()
      expect(read()).toBe(1)
      giveAll()
    }
    expect(await both).toHaveLength(2)
  })

  it('issue 12 line 1: a mail that was taken apart is not kept, its header is', async () => {
    const raw = largeMail()
    const stored = storeOf(raw)
    const one = request('1')
    const opened = await one.run(() => stored.open(mail(1, raw.length)))
    expect(raw.length).toBe(0)
    expect(opened.header.toString()).toBe('Subject: kept\r\n')
    expect(opened.content.text).toContain('text text')
    one.end()
  })

  it('issue 12 line 1: mails that work was done with are gone with it, not at some later collection', async () => {
    const raw = largeMail()
    const size = raw.length
    const stored = storeOf(raw)
    const seen = await stored.whileReading([mail(1, size)], async (read) => {
      const bytes = await read(mail(1, size))
      return bytes.length
    })
    expect(seen).toBe(size)
    expect(raw.length).toBe(0)
  })
})

function largeMail(): Buffer {
  const text = `Subject: kept\r\n\r\n${'text '.repeat(60_000)}`
  const raw = Buffer.allocUnsafeSlow(text.length)
  raw.write(text)
  return raw
}

const storeOf = (raw: Buffer) =>
  createStoredMail({
    blobs: { get: async () => raw } as unknown as BlobStore,
    parsing,
    budget: createBudget({ total: 256 * megabyte, share: 128 * megabyte }),
  })

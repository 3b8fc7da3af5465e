import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/compose-helpers.ts'
import { deafPeer } from '../../testing/deaf-peer.ts'
import { type InboundRig, startInboundRig } from '../../testing/inbound-rig.ts'
import { connectSmtp, type SmtpClient, stuffed } from '../../testing/smtp-client.ts'
import type { SmtpLimits } from './limits.ts'

let rig: InboundRig

const start = async (limits: Partial<SmtpLimits>): Promise<SmtpClient> => {
  rig = await startInboundRig({ limits })
  const client = await connectSmtp(rig.port)
  await client.hello()
  return client
}

afterEach(() => rig.stop())

const envelope = async (client: SmtpClient): Promise<void> => {
  await client.command('MAIL FROM:<a@sender.example>')
  await client.command('RCPT TO:<emma@example.test>')
  await client.command('DATA')
}

describe('sizes and numbers', () => {
  it('§Delivery refuses a message at MAIL whose SIZE is too large', async () => {
    const client = await start({ messageSize: 10_000 })
    const { text } = await client.command('MAIL FROM:<a@b.example> SIZE=10001')
    expect(text).toMatch(/^552 5\.3\.4 /)
    expect((await client.command('MAIL FROM:<a@b.example> SIZE=10000')).code).toBe(250)
  })

  it('§Delivery refuses a message that is too large without having said so, and keeps the connection', async () => {
    const client = await start({ messageSize: 10_000 })
    await envelope(client)
    client.write(stuffed(`Subject: big\r\n\r\n${'x'.repeat(98)}\r\n`.repeat(5_000)))
    expect((await client.answer()).text).toMatch(/^552 5\.3\.4 /)
    const answer = await client.send({
      from: '',
      to: 'emma@example.test',
      data: 'Subject: small\r\n\r\n',
    })
    expect(answer.code).toBe(250)
    expect(rig.stored).toHaveLength(1)
  })

  it('P5 asks senders to come again when too much mail is on its way at once', async () => {
    const client = await start({ onTheWay: 100_000 })
    await envelope(client)
    client.write(stuffed(`Subject: big\r\n\r\n${'x'.repeat(98)}\r\n`.repeat(2_000)))
    expect((await client.answer()).text).toMatch(/^452 4\.3\.1 /)
    const answer = await client.send({
      from: '',
      to: 'emma@example.test',
      data: 'Subject: small\r\n\r\n',
    })
    expect(answer.code).toBe(250)
  })

  it('P5 keeps a large message on disk until it is whole, and nothing of one that breaks off', async () => {
    const client = await start({})
    const waiting = async () =>
      readdirSync(tmpdir())
        .filter((name) => name.startsWith(`hongyan-waiting-${process.pid}-`))
        .map((name) => statSync(join(tmpdir(), name, 'file'), { throwIfNoEntry: false })?.size ?? 0)
    await envelope(client)
    client.write(`Subject: big\r\n\r\n${`${'x'.repeat(98)}\r\n`.repeat(30_000)}`)
    await eventually(waiting, ([size = 0]) => size > 2_000_000)
    client.write('.\r\n')
    expect((await client.answer()).code).toBe(250)
    expect(rig.stored[0]?.raw).toContain(`Subject: big\r\n\r\n${'x'.repeat(98)}\r\n`)
    expect(await waiting()).toEqual([])
    await envelope(client)
    client.write(`Subject: big\r\n\r\n${`${'x'.repeat(98)}\r\n`.repeat(30_000)}`)
    await eventually(waiting, (sizes) => sizes.length === 1)
    client.destroy()
    await eventually(waiting, (sizes) => sizes.length === 0)
    expect(rig.stored).toHaveLength(1)
  })

  it('P10 takes a hundred recipients and asks for the others later', async () => {
    const client = await start({ recipients: 3 })
    await client.command('MAIL FROM:<a@b.example>')
    for (const tag of ['1', '2', '3']) {
      expect((await client.command(`RCPT TO:<emma+${tag}@example.test>`)).code).toBe(250)
    }
    expect((await client.command('RCPT TO:<emma+4@example.test>')).text).toMatch(/^452 4\.5\.3 /)
  })

  it('P10 ends a connection after too many refused commands', async () => {
    const client = await start({ badCommands: 3 })
    await client.command('FOO')
    await client.command('DATA')
    await client.command('MAIL FROM:nonsense')
    expect((await client.answer()).text).toMatch(/^421 4\.7\.0 /)
    await client.closed()
  })

  it('P10 ends a connection that guesses addresses', async () => {
    const client = await start({ unknownRecipients: 3 })
    await client.command('MAIL FROM:<a@b.example>')
    for (const name of ['a', 'b', 'c']) await client.command(`RCPT TO:<${name}@example.test>`)
    expect((await client.answer()).text).toMatch(/^421 4\.7\.0 /)
    await client.closed()
  })

  it('P10 ends a connection that only chatters', async () => {
    const client = await start({ idleCommands: 5 })
    for (let count = 0; count < 4; count++) await client.command('NOOP')
    expect((await client.command('NOOP')).text).toMatch(/^421 4\.7\.0 /)
    await client.closed()
  })

  it('P3 P10 what is begun anew after our own trouble is no chatter', async () => {
    const client = await start({ idleCommands: 5 })
    rig.trouble.directory = () => {
      throw new Error('the database is away')
    }
    for (let count = 0; count < 12; count++) {
      await client.command('MAIL FROM:<a@b.example>')
      expect((await client.command('RCPT TO:<emma@example.test>')).text).toMatch(/^451 4\.3\.0 /)
      expect((await client.command('RSET')).code).toBe(250)
    }
  })

  it('P10 ends a connection with a command line of 1 MB', async () => {
    const client = await start({})
    client.write(`NOOP ${'x'.repeat(1024 * 1024)}\r\n`)
    expect((await client.answer()).text).toMatch(/^421 4\.5\.2 /)
    await client.closed()
  })

  it('P5 turns connections away above the limits for all and for one peer', async () => {
    const client = await start({ connections: 3, connectionsFromLoopback: 2 })
    const second = await connectSmtp(rig.port)
    expect(second.greeting.code).toBe(220)
    const third = await connectSmtp(rig.port)
    expect(third.greeting.text).toMatch(/^421 4\.7\.0 /)
    await third.closed()
    await second.quit()
    const fourth = await connectSmtp(rig.port)
    expect(fourth.greeting.code).toBe(220)
    await client.quit()
  })

  it('P10 rejects a client that talks before the greeting', async () => {
    rig = await startInboundRig()
    const socket = connect(rig.port, '127.0.0.1')
    socket.write('EHLO early.example\r\n')
    const [said] = await once(socket, 'data')
    expect(String(said)).toMatch(/^421 4\.5\.0 /)
    socket.destroy()
  })

  it('P10 refuses parameters that were not offered', async () => {
    const client = await start({})
    expect((await client.command('MAIL FROM:<a@b.example> RET=HDRS')).text).toMatch(/^555 5\.5\.4 /)
    await client.command('MAIL FROM:<a@b.example>')
    const { text } = await client.command('RCPT TO:<emma@example.test> NOTIFY=NEVER')
    expect(text).toMatch(/^555 5\.5\.4 /)
  })

  it('P13 takes NUL and very long lines', async () => {
    const client = await start({})
    const data = `Subject: odd\r\n\r\n\0${'x'.repeat(1024 * 1024)}\0\r\n`
    const answer = await client.send({ from: '', to: 'emma@example.test', data })
    expect(answer.code).toBe(250)
    expect(rig.stored[0]?.raw.endsWith(data)).toBe(true)
  })

  it('P13 takes a message of nothing but doubled dots', async () => {
    const client = await start({})
    await envelope(client)
    client.write(`${'..\r\n'.repeat(20_000)}.\r\n`)
    expect((await client.answer()).code).toBe(250)
    expect(rig.stored[0]?.raw.endsWith('.\r\n'.repeat(20_000))).toBe(true)
  })
})

describe('slow clients', () => {
  it('P5 ends a connection that says nothing', async () => {
    const client = await start({ commandTimeout: 300, lineTimeout: 100 })
    expect((await client.answer()).text).toMatch(/^421 4\.4\.2 /)
    await client.closed()
  })

  it('P5 ends a connection whose command drips in', async () => {
    const client = await start({ lineTimeout: 300 })
    const drip = setInterval(() => client.write('N'), 20)
    expect((await client.answer()).text).toMatch(/^421 4\.4\.2 The command comes too slowly/)
    clearInterval(drip)
  })

  it('P5 ends a message that stops coming, and stores nothing of it', async () => {
    const client = await start({ dataTimeout: 300, lineTimeout: 100 })
    await envelope(client)
    client.write('Subject: half\r\n\r\nText')
    expect((await client.answer()).text).toMatch(/^421 4\.4\.2 The message stopped coming/)
    await client.closed()
    expect(rig.stored).toEqual([])
  })

  it('P5 ends a message that drips in', async () => {
    const client = await start({ dripGrace: 300, dataRate: 1_000, lineTimeout: 100 })
    await envelope(client)
    const drip = setInterval(() => client.write('x'), 20)
    expect((await client.answer()).text).toMatch(/^421 4\.4\.2 The message comes too slowly/)
    clearInterval(drip)
  })

  it('P5 ends a message that takes longer than the whole time', async () => {
    const client = await start({ dataTotal: 300, lineTimeout: 100 })
    await envelope(client)
    const drip = setInterval(() => client.write('x'.repeat(100)), 20)
    expect((await client.answer()).text).toMatch(/^421 4\.4\.2 The message took too long/)
    clearInterval(drip)
  })

  it('P5 does not end a connection that waits for us', async () => {
    const client = await start({ dataTimeout: 1_000, lineTimeout: 1_000, commandTimeout: 60_000 })
    rig.trouble.deliver = () => new Promise((resolve) => setTimeout(resolve, 2_500))
    const answer = await client.send({
      from: '',
      to: 'emma@example.test',
      data: 'Subject: x\r\n\r\n',
    })
    expect(answer.code).toBe(250)
  })
})

describe('stopping', () => {
  it('§Delivery ends idle connections with 421 and finishes the mail that is on its way', async () => {
    const idle = await start({})
    const busy = await connectSmtp(rig.port)
    await busy.hello()
    await envelope(busy)
    busy.write('Subject: last\r\n\r\nText\r\n')
    const stopped = rig.stop()
    rig.stop = () => stopped
    expect((await idle.answer()).text).toMatch(/^421 4\.3\.2 /)
    busy.write('.\r\n')
    expect((await busy.answer()).text).toMatch(/^250 2\.6\.0 /)
    expect((await busy.answer()).text).toMatch(/^421 4\.3\.2 /)
    busy.destroy()
    idle.destroy()
    await stopped
    expect(rig.stored).toHaveLength(1)
  })

  it('§Delivery does not wait forever for a mail that does not come', async () => {
    const busy = await start({ stopGrace: 200 })
    await envelope(busy)
    busy.write('Subject: never\r\n')
    await rig.stop()
    rig.stop = async () => undefined
    busy.destroy()
    expect(rig.stored).toEqual([])
  })
})

describe('hardening-mail 6: sockets that say nothing do not shut the door', () => {
  const drip = async (count: number, from = '127.0.0.1'): Promise<Socket[]> => {
    const sockets = Array.from({ length: count }, () =>
      connect({ port: rig.port, host: '127.0.0.1', localAddress: from }),
    )
    await Promise.all(sockets.map((one) => once(one, 'data')))
    for (const one of sockets) {
      one.on('error', () => undefined)
      one.write('E')
    }
    return sockets
  }
  const works = async (): Promise<void> => {
    const client = await connectSmtp(rig.port)
    await client.hello()
    const data = 'Subject: through\r\n\r\nText\r\n'
    const { text } = await client.send({ from: 'a@x.example', to: 'emma@example.test', data })
    expect(text).toMatch(/^250 /)
    await client.quit()
  }
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  it('T24 a full share of one network gives way to a newcomer of it, and a full port to another network', async () => {
    rig = await startInboundRig({
      limits: { connections: 12, connectionsFromLoopback: 8, patience: 200 },
    })
    const first = await drip(8)
    await wait(250)
    await works()
    const second = await drip(5, '127.0.0.2')
    await works()
    for (const one of [...first, ...second]) one.destroy()
  })

  it('T24 whoever brings a mail keeps its place while others only drip', async () => {
    rig = await startInboundRig({
      limits: { connections: 6, connectionsFromLoopback: 6, patience: 100 },
    })
    const busy = await connectSmtp(rig.port)
    await busy.hello()
    await envelope(busy)
    busy.write(Buffer.alloc(1_000_000, 'x\r\n'))
    const sockets = await drip(5)
    await wait(150)
    await works()
    await works()
    busy.write('\r\n.\r\n')
    expect((await busy.answer()).text).toMatch(/^250 /)
    for (const one of sockets) one.destroy()
  })

  it('T24 times grow short while half of all places are taken: commands, drips, slow mails, talk without mail', async () => {
    const crowded = {
      commandTimeout: 1_500,
      lineTimeout: 200,
      sessionTimeout: 3_000,
      dataRate: 1e6,
    }
    rig = await startInboundRig({
      limits: { connections: 6, crowded, dripGrace: 300, lineTimeout: 1_000 },
    })
    const lone = await drip(1)
    await wait(500)
    expect(lone[0]?.destroyed).toBe(false)
    const slow = await connectSmtp(rig.port)
    await slow.hello()
    await envelope(slow)
    slow.write('Subject: slow\r\n')
    const others = await drip(2)
    expect((await slow.answer()).text).toMatch(/^421 4\.4\.2 The message comes too slowly/)
    await Promise.all(others.map((one) => once(one, 'close')))
  })

  it.each([false, true])(
    'P5 issue 14: who asks without end and reads no answer is read no further, and is sent away (LMTP: %s)',
    async (lmtp) => {
      rig = await startInboundRig({ lmtp, limits: { commandTimeout: 1_000 } })
      const { write, sayUntilCut } = await deafPeer(connect(rig.port, '127.0.0.1'))
      write(`${lmtp ? 'LHLO' : 'EHLO'} x\r\nMAIL FROM:<a@sender.example>\r\n`)
      // For ever, if its commands were answered while nothing is read.
      await sayUntilCut('RCPT TO:<emma@example.test>\r\n')
      const next = await connectSmtp(rig.port)
      expect((await next.hello('next', lmtp ? 'LHLO' : 'EHLO')).code).toBe(250)
    },
  )

  it('hardening-mail 11: the same recipient ten thousand times is counted each time', async () => {
    const client = await start({ recipients: 5 })
    await client.command('MAIL FROM:<a@x.example>')
    client.write('RCPT TO:<emma@example.test>\r\n'.repeat(10_000))
    const codes: number[] = []
    for (let count = 0; count < 10_000; count++) codes.push((await client.answer()).code)
    expect(codes.filter((code) => code === 250)).toHaveLength(5)
    expect(codes.filter((code) => code === 452)).toHaveLength(9_995)
    await client.quit()
  })
})

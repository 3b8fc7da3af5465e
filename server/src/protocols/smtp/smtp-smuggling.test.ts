import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type InboundRig, startInboundRig } from '../../testing/inbound-rig.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'
import { smugglingEndings } from '../../testing/smuggling-endings.ts'

let rig: InboundRig

beforeAll(async () => {
  rig = await startInboundRig()
})
afterAll(() => rig.stop())
beforeEach(() => {
  rig.stored.length = 0
})

const envelope = 'MAIL FROM:<a@sender.example>\r\nRCPT TO:<emma@example.test>\r\nDATA\r\n'
const second =
  'MAIL FROM:<evil@sender.example>\r\nRCPT TO:<wei@example.test>\r\nDATA\r\nSubject: smuggled\r\n\r\nx'

describe.each(smugglingEndings.map((ending) => [JSON.stringify(ending), ending]))(
  'T25 the ending %s',
  (_, ending) => {
    const message = `Subject: one\r\n\r\nText${ending}${second}\r\n.\r\n`

    it.each([
      ['after 354', [message]],
      ['pipelined', [message]],
      ['byte by byte', [...message]],
    ])('T25 gives no second message, %s', async (how, pieces) => {
      const client = await connectSmtp(rig.port)
      await client.hello()
      if (how === 'pipelined') client.write(envelope + message)
      else client.write(envelope)
      for (let line = 0; line < 3; line++) await client.answer()
      if (how !== 'pipelined') {
        for (const piece of pieces) {
          client.write(piece)
          if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve))
        }
      }
      expect((await client.answer()).code).toBe(250)
      // Nothing else was answered: the next answer belongs to NOOP.
      expect((await client.command('NOOP')).text).toBe('250 2.0.0 OK')
      await client.quit()
      expect(rig.stored).toHaveLength(1)
      expect(rig.stored[0]?.copy.accountId).toBe(1)
      // Bare line ends are made whole: no reader and no next server can see an ending there.
      expect(rig.stored[0]?.raw).not.toMatch(/[^\r]\n|\r(?!\n)/)
    })
  },
)

describe('commands in places where they do not belong', () => {
  it('T25 ends a connection that uses BDAT, which was not offered', async () => {
    const client = await connectSmtp(rig.port)
    await client.hello()
    client.write(
      'MAIL FROM:<a@b.example>\r\nRCPT TO:<emma@example.test>\r\nBDAT 40 LAST\r\nMAIL FROM:<evil@b.example>\r\n',
    )
    await client.answer()
    await client.answer()
    expect((await client.answer()).text).toMatch(/^421 4\.5\.1 /)
    await client.closed()
    expect(rig.stored).toEqual([])
  })

  it('T27 throws away what came in clear text behind STARTTLS', async () => {
    const client = await connectSmtp(rig.port)
    await client.hello()
    client.write('STARTTLS\r\nEHLO injected.example\r\nMAIL FROM:<evil@b.example>\r\n')
    expect((await client.answer()).text).toMatch(/^220 2\.0\.0/)
    await client.secure().catch(() => null)
    // The injected bytes broke the handshake or were dropped: either way nothing of them was obeyed.
    const answer = await client.command('MAIL FROM:<a@b.example>').catch(() => null)
    if (answer) expect(answer.text).toMatch(/^503 5\.5\.1/)
  })

  it('T27 forgets what was said before TLS, and goes on in it', async () => {
    const client = await connectSmtp(rig.port)
    await client.hello('before.example')
    await client.command('MAIL FROM:<a@sender.example>')
    expect((await client.command('STARTTLS')).code).toBe(220)
    await client.secure()
    expect((await client.command('RCPT TO:<emma@example.test>')).code).toBe(503)
    const { lines } = await client.hello('after.example')
    expect(lines).not.toContain('STARTTLS')
    const answer = await client.send({
      from: 'a@sender.example',
      to: 'emma@example.test',
      data: 'Subject: x\r\n\r\ny\r\n',
    })
    expect(answer.code).toBe(250)
    expect(rig.stored[0]?.raw).toMatch(
      /from after\.example \(.*\r\n by mail\.example\.test with ESMTPS id \S+ \(TLSv1\.3 TLS_/,
    )
    await client.quit()
    expect(rig.acknowledged).not.toEqual([])
  })
})

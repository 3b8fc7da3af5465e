import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InboundRig, startInboundRig } from '../../testing/inbound-rig.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'

let rig: InboundRig

beforeAll(async () => {
  rig = await startInboundRig({
    lmtp: true,
    zones: {
      'strict.example': { TXT: ['v=spf1 -all'] },
      '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject'] },
    },
  })
})
afterAll(() => rig.stop())

it('§Delivery LMTP answers for each recipient after the message, and bounces nothing itself', async () => {
  rig.full.add(2 as never)
  const client = await connectSmtp(rig.port)
  expect(client.greeting.text).toBe('220 mail.example.test LMTP Hongyan')
  expect((await client.hello('postfix.example', 'EHLO')).code).toBe(500)
  expect((await client.hello('postfix.example', 'LHLO')).lines).toContain('PIPELINING')
  await client.command('MAIL FROM:<a@sender.example>')
  expect((await client.command('RCPT TO:<emma@example.test>')).code).toBe(250)
  expect((await client.command('RCPT TO:<nobody@example.test>')).text).toMatch(/^550 5\.1\.1 /)
  expect((await client.command('RCPT TO:<wei@example.test>')).code).toBe(250)
  await client.command('DATA')
  client.write('Subject: for two\r\n\r\nText\r\n.\r\n')
  const answers = [await client.answer(), await client.answer()]
  expect(answers.map((one) => one.text.slice(0, 9))).toEqual(['250 2.6.0', '452 4.2.2'])
  expect((await client.command('NOOP')).code).toBe(250)
  expect(rig.stored).toHaveLength(1)
  expect(rig.stored[0]?.raw).toMatch(/ with LMTP id /)
  expect(rig.bounces).toEqual([])
  await client.quit()
})

it('§Delivery LMTP gives every recipient the same answer when a message is refused as a whole', async () => {
  const client = await connectSmtp(rig.port)
  await client.hello('postfix.example', 'LHLO')
  await client.command('MAIL FROM:<a@sender.example>')
  await client.command('RCPT TO:<emma@example.test>')
  await client.command('RCPT TO:<wei@example.test>')
  await client.command('DATA')
  client.write(
    `${'Received: from a by b; Fri, 20 Nov 2026 10:00:00 +0000\r\n'.repeat(101)}\r\n.\r\n`,
  )
  const answers = [await client.answer(), await client.answer()]
  expect(answers.map((one) => one.text.slice(0, 9))).toEqual(['554 5.4.6', '554 5.4.6'])
  await client.quit()
})

it('§Delivery LMTP does not take the address of the server in front of us for that of the sender', async () => {
  rig.full.clear()
  rig.stored.length = 0
  const client = await connectSmtp(rig.port)
  await client.hello('postfix.example', 'LHLO')
  const data = 'From: ceo@strict.example\r\nSubject: judged already\r\n\r\nText\r\n'
  await client.send({ from: 'ceo@strict.example', to: 'emma@example.test', data })
  expect(rig.stored[0]?.copy.authentication).toMatchObject({ spf: 'none', dmarc: 'none' })
  expect(rig.stored[0]?.copy.folder).toBe('inbox')
  await client.quit()
})

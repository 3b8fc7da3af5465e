import { afterEach, expect, it } from 'vitest'
import { type InboundRig, startInboundRig } from '../../testing/inbound-rig.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'
import type { InboundHook } from './types.ts'

let rig: InboundRig
afterEach(() => rig.stop())

const deliver = async (
  hooks: InboundHook[],
  to: string[] = ['emma@example.test'],
  from = 'ann@x.example',
): Promise<string> => {
  const zones = { 'x.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } }
  rig = await startInboundRig({ hooks, zones })
  const client = await connectSmtp(rig.port)
  await client.hello()
  const data = 'From: Ann <ann@x.example>\r\nSubject: offer\r\n\r\nText\r\n'
  const { text } = await client.send({ from, to, data })
  await client.quit()
  return text
}

it('§Delivery lets hooks change where and how a copy is stored, one after the other', async () => {
  const seen: unknown[] = []
  await deliver([
    (mail, recipient, plan) => {
      seen.push(mail.message.parsed.envelope.subject, mail.from[0]?.address, recipient.address)
      return { ...plan, folder: 'archive' }
    },
    async (_mail, _recipient, plan) => ({
      ...plan,
      seen: true,
      starred: plan.folder === 'archive',
    }),
  ])
  expect(seen).toEqual(['offer', 'ann@x.example', 'emma@example.test'])
  expect(rig.stored[0]?.copy).toMatchObject({ folder: 'archive', seen: true, starred: true })
})

it('§Delivery lets a hook refuse a mail for one recipient', async () => {
  const no = { code: 550, status: '5.7.1', text: 'Not wanted' }
  const text = await deliver(
    [(_mail, recipient, plan) => (recipient.address.startsWith('wei') ? no : plan)],
    ['emma@example.test', 'wei@example.test'],
  )
  expect(text).toMatch(/^250 /)
  expect(rig.stored.map((one) => one.copy.accountId)).toEqual([1])
  expect(rig.bounces).toMatchObject([{ recipient: 'wei@example.test', reason: no }])
})

it('hardening-mail 5 §Delivery says nothing to a sender that nobody vouches for when one of several refuses', async () => {
  const no = { code: 550, status: '5.7.1', text: 'Not wanted' }
  const onlyWei: InboundHook = (_mail, recipient, plan) =>
    recipient.address.startsWith('wei') ? no : plan
  const both = ['emma@example.test', 'wei@example.test']
  expect(await deliver([onlyWei], both, 'ann@forged.example')).toMatch(/^250 /)
  expect(rig.stored.map((one) => one.copy.accountId)).toEqual([1])
  expect(rig.bounces).toEqual([])
  await rig.stop()
  // Alone it is refused within the conversation, whoever sends.
  expect(await deliver([onlyWei], ['wei@example.test'], 'ann@forged.example')).toMatch(
    /^550 5\.7\.1 /,
  )
})

it('§Delivery stores a mail although a hook has a bug', async () => {
  const text = await deliver([
    () => {
      throw new TypeError('x is not a function')
    },
  ])
  expect(text).toMatch(/^250 /)
  expect(rig.stored[0]?.copy.folder).toBe('inbox')
})

it('P3 says "try later" when a hook cannot reach the database', async () => {
  const text = await deliver([
    () => {
      throw Object.assign(new Error('gone'), { code: '57P01' })
    },
  ])
  expect(text).toMatch(/^451 4\.3\.0 /)
  expect(rig.stored).toEqual([])
})

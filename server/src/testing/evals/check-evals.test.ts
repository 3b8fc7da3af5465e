import { type CheckLevel, checkLevels } from '@hongyan/contract/assistant-wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAssistant } from '../assistant-client.ts'
import { newMailbox, type TestMailbox } from '../mailbox.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { type Sample, samples } from './samples.ts'

/** `npm run evals` checks every mail of the sets; the usual run one of six. */
const every = process.env.EVALS === 'full' ? 1 : 6

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_AI_PER_HOUR: '100000' } })
})

afterAll(() => server.stop())

interface Judged extends Sample {
  level: CheckLevel
  codes: string[]
}

/** Requests of one person in a minute (E37). */
const inOneBox = 50

async function judgeAll(list: readonly Sample[]): Promise<Judged[]> {
  // Two whose names are borrowed.
  await server.addPerson({ address: 'zhangwei@example.test', name: '张伟' })
  await server.addPerson({ address: 'emma@example.test', name: 'Emma Wilson' })
  const judged: Judged[] = []
  for (let at = 0; at < list.length; at += inOneBox)
    judged.push(...(await judgeIn(await newMailbox(server), list.slice(at, at + inOneBox))))
  return judged
}

async function judgeIn(
  { client, accountId }: TestMailbox,
  list: readonly Sample[],
): Promise<Judged[]> {
  const { mailstore } = server.app
  const panel = await openAssistant(server, client)
  const put = async ({ raw, authentication }: Sample, at: string) => {
    const copy = { accountId, folder: 'inbox' as const, receivedAt: new Date(at), authentication }
    const [stored] = await mailstore.deliver(await mailstore.prepare(raw), [copy])
    if (stored?.kind !== 'stored') throw new Error('not stored')
    return stored.messageId
  }
  const judged: Judged[] = []
  for (const one of list) {
    // Somebody is known by a mail of before; the next of the list is a stranger again.
    const before = one.isKnown ? [await put(one, '2026-01-01T00:00:00Z')] : []
    const mailId = await put(one, '2026-11-23T00:00:00Z')
    const { all } = await panel.ask('check', { content: 'x', mailId })
    const found = all.find((message) => message.level)
    const codes = found?.signals?.map((signal) => `${signal.code}:${signal.weight}`) ?? []
    judged.push({ ...one, level: found?.level ?? 'unremarkable', codes })
    await mailstore.remove(accountId, [...before, mailId])
  }
  panel.socket.close()
  return judged
}

const isAlarmed = ({ level }: Judged): boolean => checkLevels.indexOf(level) >= 2

/** Part of a set that was found suspicious or worse. */
const shareOf = (list: readonly Judged[]): string =>
  `${list.filter(isAlarmed).length} of ${list.length} (${((100 * list.filter(isAlarmed).length) / Math.max(1, list.length)).toFixed(1)}%)`

it('AI-03 the check finds at least 95% of the frauds and alarms at 2% of honest mail at most, by facts alone', async () => {
  const judged = await judgeAll(samples().filter((_, at) => at % every === 0))
  const of = (isFraud: boolean, isAside: boolean) =>
    judged.filter((one) => one.isFraud === isFraud && one.isAside === isAside)
  const table = [
    '| set | suspicious or worse |',
    '|---|---|',
    `| fraud | ${shareOf(of(true, false))} |`,
    `| fraud, kept aside | ${shareOf(of(true, true))} |`,
    `| honest | ${shareOf(of(false, false))} |`,
    `| honest, kept aside | ${shareOf(of(false, true))} |`,
  ]
  const wrong = judged.filter(
    (one) => one.isFraud !== isAlarmed(one) && (!one.isAside || process.env.EVALS === 'full'),
  )
  if (process.env.EVALS === 'full') {
    process.stdout.write(`${table.join('\n')}\n`)
    for (const one of wrong.filter((other) => !other.isAside))
      process.stdout.write(`${one.name} ${one.level} ${one.codes.join(' ')}\n`)
  }
  const rate = (isFraud: boolean) => {
    const set = judged.filter((one) => one.isFraud === isFraud)
    return set.filter(isAlarmed).length / set.length
  }
  expect(rate(true)).toBeGreaterThanOrEqual(0.95)
  expect(rate(false)).toBeLessThanOrEqual(0.02)
}, 300_000)

import { feedback } from '@hongyan/contract/feedback'
import { limits } from '@hongyan/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { type ShiftingClock, shiftingClock } from '../../testing/shifting-clock.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let clock: ShiftingClock
let wei: HttpClient

beforeAll(async () => {
  clock = shiftingClock()
  server = await startTestServer({ clock })
  await server.addPerson({ address: 'wei@example.test', name: '张伟' })
  wei = await signIn(server, 'wei@example.test')
})

afterAll(() => server.stop())

async function send(content?: string, type?: string) {
  const form = new FormData()
  if (content !== undefined) form.set('content', content)
  const response = await fetch(`${server.url}/api/${feedback.send.path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${wei.tokens?.accessToken}`,
      ...(type === undefined ? {} : { 'Content-Type': type }),
    },
    body: type === undefined ? form : '{}',
  })
  return (await response.json()) as { code: number; error?: string; message: string }
}

it('SHELL-09 feedback is form data, kept for the administrator, and not without words', async () => {
  expect(await send('建议：列表再紧凑一些\r\n谢谢')).toMatchObject({ code: 200 })
  expect(await send(' \n ')).toMatchObject({ error: 'feedback.empty', message: '请填写反馈内容' })
  expect(await send()).toMatchObject({ error: 'feedback.empty' })
  expect(await send('x'.repeat(limits.feedback + 1))).toMatchObject({
    error: 'feedback.long',
    message: '反馈内容不能超过 2000 个字',
  })
  expect(await send('a\u0000b')).toMatchObject({ error: 'request.invalid' })
  expect(await send('x', 'application/json')).toMatchObject({ error: 'request.invalid' })
  const kept = await server.app.feedback.since(new Date(0))
  expect(kept.map((one) => one.content)).toEqual(['建议：列表再紧凑一些\n谢谢'])
})

it('P7 somebody cannot flood the administrator', async () => {
  clock.advance(3_600_000)
  const answers = []
  for (let index = 0; index < 12; index++) answers.push(await send(`第${index}条`))
  expect(answers.filter((one) => one.code === 200)).toHaveLength(10)
  expect(answers.at(-1)?.error).toBe('request.too-many')
})

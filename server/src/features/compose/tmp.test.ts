import { compose } from '@hongyan/contract/compose'
import { home } from '@hongyan/contract/home'
import { it } from 'vitest'
import { draftBody, mailBody, recipientsIn, signIn } from '../../testing/compose-helpers.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
it('times', async () => {
  const server = await startTestServer()
  await server.addPerson({ address: 'a@example.test' })
  await server.addPerson({ address: 'b@example.test' })
  const a = await signIn(server, 'a@example.test')
  await a.get(home.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  const times: number[] = [], all: number[] = [], drafts: number[] = [], sug: number[] = []
  for (let i = 0; i < 40; i++) {
    let t = performance.now()
    const s = await a.get(compose.send, { body: mailBody({ mailTo: ['b@example.test'] }) })
    times.push(performance.now() - t)
    await recipientsIn(a, s.submissionId, 'delivered')
    all.push(performance.now() - t)
    t = performance.now()
    await a.get(compose.saveDraft, { body: draftBody() })
    drafts.push(performance.now() - t)
    t = performance.now()
    await a.get(compose.suggest, { query: { keyword: 'b' } })
    sug.push(performance.now() - t)
  }
  const med = (x: number[]) => x.sort((p, q) => p - q)[20]?.toFixed(1)
  console.log('send', med(times), 'to delivered', med(all), 'draft', med(drafts), 'suggest', med(sug))
  await server.stop()
})

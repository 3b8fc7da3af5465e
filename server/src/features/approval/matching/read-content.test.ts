import { expect, it } from 'vitest'
import { runAs } from '../../../platform/actor.ts'
import { createLog } from '../../../platform/log.ts'
import { createContentReader } from './read-content.ts'
import { writeWanted } from './wanted.ts'

const raw = Buffer.from(`Subject: a\r\n\r\n${'words '.repeat(4_000)}\r\n`)
const rules = [{ words: ['words'], lists: [], patterns: [], places: [] }]
const wanted = { all: await writeWanted({ rules, lists: new Map() }), which: [0] }

it('issue 12: a mail that nobody waits for any more, or that the stop of the server interrupts, is not taken for one that cannot be read', async () => {
  const reader = createContentReader(createLog('silent'))
  const leaving = new AbortController()
  const asker = { client: '', ip: '', account: '1', signal: leaving.signal }
  const first = runAs(asker, () => reader.find(raw, wanted))
  const second = runAs(asker, () => reader.find(raw, wanted))
  leaving.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await first.catch(() => undefined)
  const busy = reader.find(raw, wanted)
  const waiting = reader.find(raw, wanted)
  const ended = Promise.allSettled([busy, waiting])
  await reader.stop()
  for (const one of await ended) expect(one.status).toBe('rejected')
  await expect(reader.find(raw, wanted)).rejects.toThrow('stopping')
})

import { expect, it } from 'vitest'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import { openMessage } from '../../mailstore/parsing/open-message.ts'
import { asId } from '../../platform/ids.ts'
import { openDetail } from './message-detail.ts'
import type { FileReader } from './message-files.ts'
import { openPartOf } from './nested-parts.ts'

const fileOf = (n: number): string =>
  `--b\r\nContent-Type: text/plain; name=f${n}.txt\r\nContent-Disposition: attachment\r\n\r\nx\r\n`

it('issue 12 line 1: the links of a mail of many files are signed some in a turn of the loop', async () => {
  const parts = Array.from({ length: 900 }, (_, n) => fileOf(n)).join('')
  const header = Buffer.from('Content-Type: multipart/mixed; boundary=b\r\n')
  const raw = Buffer.concat([header, Buffer.from(`\r\n${parts}--b--\r\n`)])
  const row = { id: 1, receivedAt: new Date(0), recipients: { to: [] }, submissionId: null }
  let inTurn = 0
  let most = 0
  const sign = (): string => {
    if (inTurn++ === 0) setImmediate(() => (inTurn = 0))
    most = Math.max(most, inTurn)
    return 'signed'
  }
  const options = {
    mailstore: {
      find: async () => row as unknown as StoredMessage,
      open: async () => ({ header, ...openMessage(raw, 1_000) }),
    } as unknown as Mailstore,
    signer: { sign, read: () => null, digest: async () => '' },
    recipientsOf: async () => [],
    readingOf: async () => ({}) as never,
    marksOf: async () => [],
    canPreview: () => true,
  }
  const detail = await openDetail(options, { accountId: asId(1) } as FileReader, { mailId: 1 })
  expect(detail.attachments).toHaveLength(900)
  expect(detail.attachments[899]).toMatchObject({ fileName: 'f899.txt', previewId: 'signed' })
  expect(most).toBeLessThanOrEqual(400)
})

it('issue 12 line 1: of a mail that a part was taken out of nothing is kept; what is a view of it stays', async () => {
  const mail = { blob: Buffer.alloc(32), size: 0 }
  const large = Buffer.allocUnsafeSlow(300_000).fill('x')
  const part = Buffer.from('part')
  const bytes = await openPartOf({ raw: async () => large, decode: async () => [part] }, mail, '1')
  expect([bytes, large.length]).toEqual([part, 0])
  const small = Buffer.allocUnsafeSlow(70_000).fill('y')
  const view = await openPartOf(
    { raw: async () => small, decode: async (raw) => [raw.subarray(0, 3)] },
    mail,
    '1',
  )
  expect(view.toString()).toBe('yyy')
})

import { describe, expect, it } from 'vitest'
import { readRecipients } from '../recipients/recipients.ts'
import { findProblem, findQuestions, type SendFacts } from './compose-checks.ts'

const max = { maxAttachments: 40, maxRecipients: 500, maxMessage: 72 * 1024 * 1024 }
const facts = (part: Partial<SendFacts> = {}): SendFacts => ({
  recipients: readRecipients('li@example.com'),
  subject: 'Minutes',
  newText: 'Hello',
  lacksLabel: false,
  isReply: false,
  hasMore: false,
  attachments: 0,
  uploading: 0,
  failed: 0,
  bytes: 0,
  ...part,
})
const error = (part: Partial<SendFacts>) => {
  const problem = findProblem(facts(part), max)
  return problem !== null && 'error' in problem ? problem.error : problem
}
const many = (n: number) =>
  readRecipients(Array.from({ length: n }, (_, i) => `p${i}@example.com`).join(';'))

describe('the checks before sending', () => {
  it('COMPOSE-05 finds nothing wrong with a plain mail', () => {
    expect(findProblem(facts(), max)).toBeNull()
    expect(findQuestions(facts())).toEqual([])
  })

  it.each(['', '   ', '\u3000'])('COMPOSE-06 refuses the subject "%s"', (subject) => {
    expect(error({ subject })).toBe('compose.no-subject')
  })

  it('COMPOSE-07 takes 255 characters and refuses 256, in Chinese and in emoji too', () => {
    expect(error({ subject: '字'.repeat(255) })).toBeNull()
    expect(error({ subject: '字'.repeat(256) })).toBe('compose.subject-long')
    expect(error({ subject: 'a'.repeat(256) })).toBe('compose.subject-long')
  })

  it('COMPOSE-08 wants at least one recipient', () => {
    expect(error({ recipients: [] })).toBe('compose.no-recipient')
  })

  it('COMPOSE-10 asks about invalid addresses, and refuses when no valid one would be left', () => {
    const recipients = readRecipients('li@example.com; 王总')
    expect(findProblem(facts({ recipients }), max)).toBeNull()
    expect(findQuestions(facts({ recipients }))).toEqual([{ kind: 'invalid', list: ['王总'] }])
    expect(error({ recipients: readRecipients('王总') })).toBe('compose.bad-address')
  })

  it.each([
    '请见附件',
    '附档如下',
    '附檔',
    'see attachment',
    'I attach the plan',
    'Attached.',
    'two attachments',
  ])('COMPOSE-11 asks about the missing file of "%s"', (newText) => {
    expect(findQuestions(facts({ newText }))).toEqual([{ kind: 'forgotten' }])
    expect(findQuestions(facts({ newText, attachments: 1 }))).toEqual([])
  })

  it.each(['附近', 'unattached', 'an attaché called'])(
    'COMPOSE-11 does not ask about "%s"',
    (newText) => {
      expect(findQuestions(facts({ newText }))).toEqual([])
    },
  )

  it('COMPOSE-05 asks before an answer leaves that says nothing', () => {
    const empty = { isReply: true, newText: ' \u200b\n' }
    expect(findQuestions(facts(empty))).toEqual([{ kind: 'empty' }])
    expect(findQuestions(facts({ ...empty, isReply: false }))).toEqual([])
    expect(findQuestions(facts({ ...empty, hasMore: true }))).toEqual([])
    expect(findQuestions(facts({ ...empty, attachments: 1 }))).toEqual([])
    expect(findQuestions(facts({ ...empty, newText: '好' }))).toEqual([])
  })

  it('COMPOSE-12 asks from 51 different recipients on', () => {
    expect(findQuestions(facts({ recipients: many(50) }))).toEqual([])
    expect(findQuestions(facts({ recipients: many(51) }))).toEqual([{ kind: 'mass', count: 51 }])
    expect(findQuestions(facts({ recipients: [...many(50), ...many(50)] }))).toEqual([])
  })

  it('COMPOSE-08 refuses more recipients than the server takes', () => {
    expect(error({ recipients: many(501) })).toBe('compose.too-many-recipients')
  })

  it('COMPOSE-13 refuses 41 attachments', () => {
    expect(error({ attachments: 40 })).toBeNull()
    expect(error({ attachments: 41 })).toBe('compose.too-many-attachments')
  })

  it('COMPOSE-20 waits for uploads, and does not send silently without a failed one', () => {
    expect(findProblem(facts({ uploading: 1 }), max)).toMatchObject({ text: 'uploading' })
    expect(findProblem(facts({ failed: 1 }), max)).toMatchObject({ text: 'failed' })
  })

  it('COMPOSE-17 counts what base64 makes of the files', () => {
    expect(error({ bytes: 50 * 1024 * 1024 })).toBeNull()
    expect(error({ bytes: 60 * 1024 * 1024 })).toBe('compose.too-big')
  })
})

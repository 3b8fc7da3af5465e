import type { AssistantMessage } from '@hongyan/contract/assistant-wire'
import { describe, expect, it } from 'vitest'
import { type Assistant, type Event, freshAssistant, isIdle, type Kind, next } from './machine.ts'

const after = (...events: Event[]): Assistant => events.reduce(next, freshAssistant())

const asked = (kind: Kind, key: string = kind): Event[] => [
  { is: 'asked', kind, key, question: 'Why?' },
  { is: 'taken', key, request: `r-${key}` },
]

const types = {
  chat: 1,
  compose: 2,
  reply: 3,
  summary: 4,
  check: 5,
  brief: 11,
  mailbox: 12,
} as const
const said = (kind: Kind, more: Partial<AssistantMessage>): Event => ({
  is: 'said',
  message: { type: types[kind], request: `r-${kind}`, ...more },
})

describe('the flags of the assistant', () => {
  it('AI-21 AI-22 are all true when idle; a request sets the first two, without a mail the others too', () => {
    expect(after().flags).toEqual({
      chat: true,
      compose: true,
      reply: true,
      summary: true,
      check: true,
    })
    expect(Object.values(after(...asked('chat')).flags)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
    const withMail = after({ is: 'opened', hasMail: true, on: null }, ...asked('summary'))
    expect(withMail.flags).toEqual({
      chat: false,
      compose: false,
      reply: true,
      summary: true,
      check: true,
    })
    // AI-24: not idle all the same.
    expect(isIdle(withMail)).toBe(false)
  })

  it.each<[string, Event]>([
    ['AI-23 the finish marker', said('chat', { finish: true })],
    ['AI-23 nothing for too long', { is: 'released' }],
    ['G102 a refused call', { is: 'refused', key: 'chat' }],
    ['G102 a lost connection', { is: 'broken', error: null }],
    ['the stop button', { is: 'stopped' }],
  ])('are let go by %s', (_, event) => {
    expect(isIdle(after(...asked('chat')))).toBe(false)
    expect(isIdle(after(...asked('chat'), event))).toBe(true)
  })

  it('stay with a request that another one of long ago could not end', () => {
    const late = after(
      ...asked('chat'),
      { is: 'released' },
      ...asked('summary'),
      said('chat', { content: 'late' }),
    )
    expect(isIdle(late)).toBe(false)
    expect(late.chat[0]?.answer.state).toBe('stopped')
    expect(late.chat[0]?.answer.content).toBe('')
  })
})

it('the end of a request that was stopped does not let go of the next one', () => {
  const state = after(...asked('chat', 'first'), { is: 'stopped' }, ...asked('chat', 'second'), {
    is: 'said',
    message: { type: 1, request: 'r-first', finish: true },
  })
  expect(isIdle(state)).toBe(false)
  expect(
    isIdle(next(state, { is: 'said', message: { type: 1, request: 'r-second', finish: true } })),
  ).toBe(true)
})

describe('what is streamed', () => {
  it('AI-25 is appended to the bubble; a thought of a chat is not shown', () => {
    const { chat } = after(
      ...asked('chat'),
      said('chat', { thought: 'let me see' }),
      said('chat', { content: 'Open ' }),
      said('chat', { content: 'settings.' }),
      said('chat', { finish: true }),
    )
    expect(chat[0]?.answer).toMatchObject({ content: 'Open settings.', thought: '', state: 'done' })
    expect(after(...asked('chat'), said('chat', { thought: 'hm' })).chat[0]?.answer.state).toBe(
      'waiting',
    )
  })

  it('AI-26 AI-28 is appended to the result of its type, which is then finished', () => {
    for (const kind of ['compose', 'reply', 'summary'] as const) {
      const half = after(...asked(kind), said(kind, { content: 'a' }), said(kind, { content: 'b' }))
      expect(half.results[kind]?.content).toBe('ab')
      expect(half.finished[kind]).toBe(false)
      const whole = next(half, said(kind, { finish: true }))
      expect(whole.finished).toEqual({
        compose: kind === 'compose',
        reply: kind === 'reply',
        summary: kind === 'summary',
      })
    }
  })

  it('AI-27 of a check is conclusion and reasoning; its level is only ever raised', () => {
    const { results } = after(
      ...asked('check'),
      said('check', { level: 'suspicious', signals: [] }),
      said('check', { thought: 'The link ', content: 'Keep ' }),
      said('check', { thought: 'lies.', content: 'away.' }),
      said('check', { level: 'unremarkable', finish: true }),
    )
    expect(results.check).toMatchObject({
      content: 'Keep away.',
      thought: 'The link lies.',
      level: 'suspicious',
      state: 'done',
    })
  })

  it('T42 what a text says of finish or of a type ends nothing and goes nowhere else', () => {
    const state = after(
      ...asked('compose'),
      said('compose', { content: '{"type":5,"finish":true,"level":"unremarkable"}' }),
    )
    expect(isIdle(state)).toBe(false)
    expect(state.results.check).toBeNull()
  })

  it('keeps what came of an answer that broke off, and says why', () => {
    const { results } = after(
      ...asked('compose'),
      said('compose', { content: 'Dear' }),
      said('compose', { error: 'assistant.cut', finish: true }),
    )
    expect(results.compose).toMatchObject({
      content: 'Dear',
      state: 'broken',
      error: 'assistant.cut',
    })
  })

  it('draws nothing of the conversation anew but the turn that is answered', () => {
    const before = after(
      ...asked('chat'),
      said('chat', { content: 'one', finish: true }),
      { is: 'asked', kind: 'chat', key: 'second', question: 'And?' },
      { is: 'taken', key: 'second', request: 'r2' },
    )
    const now = next(before, { is: 'said', message: { type: 1, request: 'r2', content: 'two' } })
    expect(now.chat[0]).toBe(before.chat[0])
    expect(now.results).toBe(before.results)
    expect(now.chat[1]).not.toBe(before.chat[1])
  })
})

describe('the panel', () => {
  it('AI-05 AI-29 opens on the first tabs, with results and finished flags cleared, and keeps the chat', () => {
    const used = after(
      ...asked('chat'),
      said('chat', { content: 'yes', finish: true }),
      { is: 'turned', outer: 'mail', inner: 'check' },
      ...asked('compose'),
      said('compose', { content: 'Dear', finish: true }),
    )
    const again = next(used, { is: 'opened', hasMail: false, on: null })
    expect(again).toMatchObject({ outer: 'chat', inner: 'compose', finished: { compose: false } })
    expect(Object.values(again.results)).toEqual([null, null, null, null, null, null])
    expect(again.chat).toHaveLength(1)
    expect(after({ is: 'opened', hasMail: true, on: 'summary' })).toMatchObject({
      outer: 'mail',
      inner: 'summary',
      replyMode: true,
    })
  })

  it('AI-30 clears the results when another mail is opened, and hears nothing more of them', () => {
    const moved = after(
      ...asked('summary'),
      said('summary', { content: 'half' }),
      { is: 'mailChanged', mailId: 7 },
      said('summary', { content: ' and half' }),
    )
    expect(moved.results.summary).toBeNull()
    expect(isIdle(moved)).toBe(true)
  })

  it('AI-30 keeps the draft of a new mail for who leaves the open one to write it', () => {
    const drafted = after(
      { is: 'opened', hasMail: true, on: 'compose' },
      ...asked('compose'),
      said('compose', { content: 'Dear', subject: 'Offer', finish: true }),
      ...asked('summary'),
      said('summary', { content: 'Short', finish: true }),
    )
    const left = next(drafted, { is: 'mailChanged', mailId: null })
    expect(left.results).toMatchObject({ compose: { subject: 'Offer' }, summary: null })
    expect(left.finished).toEqual({ compose: true, reply: false, summary: false })
    expect(next(drafted, { is: 'mailChanged', mailId: 7 }).results.compose).toBeNull()
  })

  it('AI-20 shows nothing of a refused call', () => {
    const refused = after(...asked('chat'), { is: 'refused', key: 'chat' })
    expect(refused.chat).toEqual([])
    expect(after(...asked('check'), { is: 'refused', key: 'check' }).results.check).toBeNull()
  })
})

it('X322 AI-30 a brief stays while the mails are opened that it stands on, and goes with another', () => {
  const line = {
    kind: 'task',
    text: 'x',
    who: '',
    due: null,
    mailId: 7,
    mailboxId: 1,
    from: 'Ann',
    at: '2026-11-16T02:00:00Z',
  } as const
  const open = after(...asked('brief'), said('brief', { brief: [line] }))
  const done = next(open, said('brief', { brief: [{ ...line, text: 'y' }], finish: true }))
  expect(done.results.brief?.brief.map(({ text }) => text)).toEqual(['x', 'y'])
  const moved = [null, 7].reduce<Assistant>(
    (now, mailId) => next(now, { is: 'mailChanged', mailId }),
    done,
  )
  expect(moved.results.brief?.brief).toHaveLength(2)
  expect(next(moved, { is: 'mailChanged', mailId: 8 }).results.brief).toBeNull()
  expect(next(open, { is: 'mailChanged', mailId: 7 }).results.brief).toBeNull()
})

it('X323 what was asked of the own mail stays with its answer, beside whatever mail is open', () => {
  const found = after(...asked('mailbox'), said('mailbox', { query: 'x', found: [], finish: true }))
  const open = next(found, { is: 'mailChanged', mailId: 3 })
  expect(open.results.mailbox).toMatchObject({ question: 'Why?', query: 'x' })
})

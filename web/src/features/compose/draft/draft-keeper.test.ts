import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ComposeContent } from './compose-content.ts'
import { DraftKeeper, type DraftToSave } from './draft-keeper.ts'
import type { KeptDraft, KeptDrafts } from './kept-drafts.ts'
import type { SaveTrouble } from './save-trouble.ts'

const content = (subject: string): ComposeContent => ({
  recipients: { to: [], cc: [], bcc: [] },
  subject,
  html: '<div>text</div>',
  quotedHtml: '',
  signHtml: '',
  signId: null,
  signPosition: 'above',
  paperId: '',
  plainText: false,
  files: [],
  priority: 'normal',
  needReceipt: false,
  isSeparate: false,
  encrypt: false,
  sensitivity: '',
  sourceSensitivity: '',
  mailFrom: '',
  authorisation: null,
  writeMode: 'new',
  sourceMailId: null,
})

/** The storage of a device, in memory. */
function deviceStorage(): KeptDrafts & { entries: Map<string, KeptDraft> } {
  const entries = new Map<string, KeptDraft>()
  return {
    entries,
    keep: async (draft) => {
      entries.set(draft.composeKey, structuredClone(draft))
      return true
    },
    forget: async (_account, key) => {
      entries.delete(key)
    },
    list: async () => [...entries.values()],
  }
}

/** A server that keeps versions and can be told to fail. */
function draftServer() {
  const saves: DraftToSave[] = []
  const server = {
    saves,
    trouble: null as SaveTrouble | null,
    version: 0,
    save: async (draft: DraftToSave) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (server.trouble !== null) throw server.trouble
      saves.push(draft)
      server.version += 1
      return { draftId: 7, mailId: 70 + server.version, version: server.version }
    },
  }
  return server
}

function compose() {
  const server = draftServer()
  const device = deviceStorage()
  const screen = { subject: '' }
  const keeper = new DraftKeeper({
    account: 'emma@demo.hongyan.test',
    composeKey: 'one',
    start: { draftId: null, mailId: null, version: 0 },
    read: () => content(screen.subject),
    save: (draft) => server.save(draft),
    troubleOf: (error) => error as SaveTrouble,
    kept: device,
    onState: () => undefined,
    now: () => Date.now(),
  })
  const type = (subject: string) => {
    screen.subject = subject
    keeper.edited()
  }
  return { server, device, keeper, type }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the draft keeper', () => {
  it('COMPOSE-04 saves once after typing stopped and keeps nothing on the device then', async () => {
    const { server, device, type } = compose()
    type('a')
    await vi.advanceTimersByTimeAsync(1_000)
    type('ab')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.saves.map((one) => one.content.subject)).toEqual(['ab'])
    expect(device.entries.size).toBe(0)
  })

  it('COMPOSE-04 has every text that was on screen for three seconds on the device or the server', async () => {
    const { server, device, type } = compose()
    for (let i = 1; i <= 100; i++) {
      type('x'.repeat(i))
      await vi.advanceTimersByTimeAsync(300)
      const safe = Math.max(
        server.saves.at(-1)?.content.subject.length ?? 0,
        device.entries.get('one')?.content.subject.length ?? 0,
      )
      expect(safe).toBeGreaterThanOrEqual(i - 10)
    }
  })

  it('COMPOSE-04 keeps nothing older than what the server has: whoever dies in a save goes on from it', async () => {
    const { server, device, keeper, type } = compose()
    const kept: (string | undefined)[] = []
    const { save } = server
    server.save = (draft) => {
      kept.push(`${draft.content.subject} ${device.entries.get('one')?.content.subject}`)
      return save(draft)
    }
    type('a')
    await vi.advanceTimersByTimeAsync(500)
    type('ab')
    const flushing = keeper.flush()
    await vi.advanceTimersByTimeAsync(100)
    await flushing
    expect(kept).toEqual(['ab ab'])
  })

  it('PUBLICBOX-04 closed by the end of the session it only keeps on the device: the next one may be of another mailbox', async () => {
    const { server, device, keeper, type } = compose()
    type('of my own')
    const flushing = keeper.flush()
    type('of my own, and more')
    const closing = keeper.close(true)
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all([flushing, closing])
    expect(server.saves.map((one) => one.content.subject)).not.toContain('of my own, and more')
    expect(device.entries.get('one')?.content.subject).toBe('of my own, and more')
  })

  it('COMPOSE-04 says whether a save came through: a file that it let go of may go then only', async () => {
    const { server, keeper, type } = compose()
    const flushed = async () => {
      const flushing = keeper.flush()
      await vi.advanceTimersByTimeAsync(100)
      return flushing
    }
    type('a')
    expect(await flushed()).toBe(true)
    server.trouble = { kind: 'save-failed', reason: 'network' }
    type('ab')
    expect(await flushed()).toBe(false)
    server.trouble = { kind: 'save-conflict', reason: 'changed' }
    type('abc')
    expect(await flushed()).toBe(false)
    expect(await flushed()).toBe(false)
  })

  it('COMPOSE-04 passes the version of the save before', async () => {
    const { server, type } = compose()
    type('a')
    await vi.advanceTimersByTimeAsync(3_000)
    type('b')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(server.saves.map((one) => [one.draftId, one.version])).toEqual([
      [null, 0],
      [7, 1],
    ])
  })

  it('COMPOSE-04 keeps the text on the device while the server is away and saves it when it is back', async () => {
    const { server, device, keeper, type } = compose()
    server.trouble = { kind: 'save-failed', reason: 'network' }
    type('written in a train')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(device.entries.get('one')?.content.subject).toBe('written in a train')
    server.trouble = null
    keeper.backOnline()
    await vi.advanceTimersByTimeAsync(100)
    expect(server.saves).toHaveLength(1)
    expect(device.entries.size).toBe(0)
  })

  it('COMPOSE-04 saves when the screen closes, and keeps the text if that fails', async () => {
    const good = compose()
    good.type('a')
    const closing = good.keeper.close()
    await vi.advanceTimersByTimeAsync(100)
    await closing
    expect(good.server.saves).toHaveLength(1)
    expect(good.device.entries.size).toBe(0)

    const bad = compose()
    bad.server.trouble = { kind: 'save-failed', reason: 'network' }
    bad.type('b')
    const failing = bad.keeper.close()
    await vi.advanceTimersByTimeAsync(100)
    await failing
    expect(bad.device.entries.get('one')?.content.subject).toBe('b')
  })

  it('COMPOSE-04 stops at a conflict and saves a copy when the user keeps his own', async () => {
    const { server, device, keeper, type } = compose()
    server.trouble = { kind: 'save-conflict', reason: 'changed' }
    type('mine')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(keeper.state.kind).toBe('conflict')
    expect(device.entries.size).toBe(1)
    server.trouble = null
    keeper.keepMine()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(server.saves.at(-1)).toMatchObject({ draftId: null, content: { subject: 'mine' } })
  })

  it('COMPOSE-05 waits for a running save before it sends and saves nothing afterwards', async () => {
    const { server, keeper, type } = compose()
    type('a')
    await vi.advanceTimersByTimeAsync(1_510)
    const sending = keeper.beginSend()
    // Shown at once: whoever pressed the button need not wait for the save to see it.
    expect(keeper.state).toMatchObject({ kind: 'sending', draftId: null })
    await vi.advanceTimersByTimeAsync(100)
    expect(await sending).toBe(7)
    expect(keeper.state).toMatchObject({ kind: 'sending', draftId: 7, version: 1 })
    keeper.edited()
    keeper.finish()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.saves).toHaveLength(1)
  })

  it('COMPOSE-05 a save that is refused while the send begins: the mail leaves without the draft of somebody else', async () => {
    const { server, keeper, type } = compose()
    type('a')
    await vi.advanceTimersByTimeAsync(1_510)
    server.trouble = { kind: 'save-conflict', reason: 'changed' }
    const sending = keeper.beginSend()
    await vi.advanceTimersByTimeAsync(100)
    expect(await sending).toBeNull()
    expect(keeper.state).toMatchObject({ kind: 'sending' })
    keeper.sendFailed(true)
    expect(keeper.state).toMatchObject({ kind: 'conflict', reason: 'changed' })
  })

  it('COMPOSE-05 what is kept while it is sent says so: the answer may never be heard', async () => {
    const { server, device, keeper, type } = compose()
    type('a')
    await keeper.beginSend()
    expect(device.entries.get('one')).toMatchObject({
      sendKey: 'one',
      wasSending: true,
      content: { subject: 'a' },
    })
    // The line was cut: it may have left. Only another text is surely another mail.
    server.trouble = { kind: 'save-conflict', reason: 'left' }
    keeper.sendFailed(false)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(keeper.state).toMatchObject({ kind: 'conflict', reason: 'left' })
    expect(device.entries.get('one')).toMatchObject({ wasSending: true })
    expect(keeper.mayHaveLeft).toBe(true)
    type('ab')
    expect(keeper.mayHaveLeft).toBe(false)
    await vi.advanceTimersByTimeAsync(500)
    expect(device.entries.get('one')).toMatchObject({ wasSending: false })
  })

  it('COMPOSE-05 what was refused did not leave: its text is kept as one that is nowhere else', async () => {
    const { device, keeper, type } = compose()
    type('a')
    await keeper.beginSend()
    keeper.sendFailed(true)
    await vi.advanceTimersByTimeAsync(10)
    expect(keeper.mayHaveLeft).toBe(false)
    expect(device.entries.get('one')).toMatchObject({ wasSending: false })
  })

  it('COMPOSE-05 a copy of a mail that was sent is another mail, with a key of its own', async () => {
    const { server, keeper, type } = compose()
    server.trouble = { kind: 'save-conflict', reason: 'sent' }
    type('more')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(keeper.sendKey).toBe('one')
    server.trouble = null
    keeper.keepMine()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(server.saves.at(-1)).toMatchObject({ sendKey: 'one-copy', draftId: null })
  })
})

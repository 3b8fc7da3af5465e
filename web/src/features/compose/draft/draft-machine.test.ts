import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DraftEvent,
  type DraftState,
  draftReducer,
  hasUnsaved,
  longestUnsaved,
  looksSame,
  nextSaveAt,
  pauseBeforeSave,
  startDraft,
} from './draft-machine.ts'

const run = (...events: DraftEvent[]): DraftState =>
  events.reduce(draftReducer, startDraft(null, 0))
const edit = (at: number): DraftEvent => ({ kind: 'edited', at })
const begin: DraftEvent = { kind: 'save-started' }
const done = (at: number, version = 1): DraftEvent => ({
  kind: 'save-done',
  at,
  draftId: 7,
  version,
})
const failed = (at: number): DraftEvent => ({ kind: 'save-failed', at, reason: 'network' })

describe('the draft machine', () => {
  it('COMPOSE-04 does nothing for a mail in which nothing was typed', () => {
    expect(nextSaveAt(run())).toBeNull()
    expect(hasUnsaved(run())).toBe(false)
  })

  it('COMPOSE-04 §Speed a key more looks the same, everything else does not', () => {
    expect(looksSame(run(edit(0)), run(edit(0), edit(9)))).toBe(true)
    expect(looksSame(run(edit(0), begin), run(edit(0), begin, edit(9)))).toBe(true)
    const states = [run(), run(edit(0)), run(edit(0), begin), run(edit(0), begin, done(9))]
    for (const one of states)
      for (const other of states) if (one !== other) expect(looksSame(one, other)).toBe(false)
    const offline = run(edit(0), begin, failed(1))
    expect(looksSame(offline, { ...offline })).toBe(false)
  })

  it('COMPOSE-04 saves a pause after the last key', () => {
    expect(nextSaveAt(run(edit(1_000), edit(1_800)))).toBe(1_800 + pauseBeforeSave)
  })

  it('COMPOSE-04 saves at the latest ten seconds after the first unsaved key of somebody who never stops', () => {
    const keys = Array.from({ length: 40 }, (_, i) => edit(1_000 + i * 300))
    expect(nextSaveAt(run(...keys))).toBe(1_000 + longestUnsaved)
  })

  it('COMPOSE-04 remembers id and version for the next save', () => {
    const state = run(edit(1), begin, done(5, 3))
    expect(state).toMatchObject({ kind: 'saved', at: 5, draftId: 7, version: 3 })
    expect(hasUnsaved(state)).toBe(false)
  })

  it('COMPOSE-04 saves again what was typed while a save was on its way', () => {
    const state = run(edit(1), begin, edit(10), edit(20), done(30))
    expect(state).toMatchObject({ kind: 'dirty', firstEditAt: 10, lastEditAt: 20, version: 1 })
    expect(hasUnsaved(state)).toBe(true)
  })

  it('COMPOSE-04 waits longer after each failed save and never more than a minute', () => {
    let state = run(edit(0))
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      state = draftReducer(draftReducer(state, begin), failed(1_000))
      waits.push((nextSaveAt(state) ?? 0) - 1_000)
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
    expect(hasUnsaved(state)).toBe(true)
  })

  it('COMPOSE-04 tries at once when the line is back', () => {
    const state = run(edit(0), begin, failed(1_000), { kind: 'back-online', at: 1_200 })
    expect(nextSaveAt(state)).toBe(1_200)
  })

  it('COMPOSE-04 tries a refused content again once it was edited', () => {
    const refused: DraftEvent = { kind: 'save-failed', at: 5, reason: 'compose.too-big' }
    expect(run(edit(0), begin, refused, edit(9)).kind).toBe('dirty')
    expect(run(edit(0), begin, failed(5), edit(9)).kind).toBe('offline')
  })

  it('COMPOSE-04 never saves over another window: it stops until the user chose', () => {
    const conflict: DraftEvent = { kind: 'save-conflict', reason: 'changed' }
    const state = run(edit(0), begin, conflict, edit(50))
    expect(state.kind).toBe('conflict')
    expect(nextSaveAt(state)).toBeNull()
    expect(hasUnsaved(state)).toBe(true)
  })

  it('COMPOSE-04 keeps mine as a new draft', () => {
    const state = run(
      edit(0),
      begin,
      done(1, 4),
      edit(2),
      begin,
      { kind: 'save-conflict', reason: 'changed' },
      { kind: 'keep-mine', at: 9 },
    )
    expect(state).toMatchObject({ kind: 'dirty', draftId: null, version: 0 })
    expect(hasUnsaved(state)).toBe(true)
  })

  it('COMPOSE-04 takes theirs', () => {
    const state = run(
      edit(0),
      begin,
      { kind: 'save-conflict', reason: 'changed' },
      { kind: 'load-theirs', draftId: 7, version: 12 },
    )
    expect(state).toMatchObject({ kind: 'clean', draftId: 7, version: 12 })
    expect(hasUnsaved(state)).toBe(false)
  })

  it('COMPOSE-04 makes a new draft when the old one was deleted elsewhere', () => {
    const state = run(edit(0), begin, done(1), edit(2), begin, { kind: 'save-gone', at: 3 })
    expect(state).toMatchObject({ kind: 'dirty', draftId: null })
  })

  it('COMPOSE-04 does not try without end when a file of the mail is gone', () => {
    const state = run(edit(0), begin, { kind: 'save-gone', at: 3 })
    expect(state).toMatchObject({ kind: 'offline', reason: 'item.not-found' })
  })

  it('COMPOSE-04 makes no draft of an empty screen', () => {
    const state = run(edit(0), begin, { kind: 'nothing-to-save' })
    expect(state.kind).toBe('clean')
    expect(hasUnsaved(state)).toBe(false)
  })

  it('COMPOSE-05 saves nothing while the mail is being sent and nothing after it was', () => {
    const sending = run(edit(0), { kind: 'send-started' })
    expect(nextSaveAt(sending)).toBeNull()
    const sent = draftReducer(sending, { kind: 'send-done' })
    expect(draftReducer(sent, edit(5))).toBe(sent)
    expect(hasUnsaved(sent)).toBe(false)
  })

  it('COMPOSE-05 saves again what a refused send left on the screen', () => {
    const state = run(edit(0), { kind: 'send-started' }, { kind: 'send-failed', at: 9 })
    expect(state).toMatchObject({ kind: 'dirty', lastEditAt: 9 })
  })

  it('COMPOSE-05 keeps a conflict over a refused send', () => {
    const state = run(
      edit(0),
      begin,
      { kind: 'save-conflict', reason: 'changed' },
      { kind: 'send-started' },
      { kind: 'send-failed', at: 9 },
    )
    expect(state.kind).toBe('conflict')
  })

  it('COMPOSE-04 in any order of events: unsaved text is due, on its way, or waits for the user', () => {
    const event = fc.oneof(
      fc.nat(100_000).map(edit),
      fc.constant(begin),
      fc.nat(100_000).map((at) => done(at)),
      fc.nat(100_000).map(failed),
      fc.nat(100_000).map((at): DraftEvent => ({ kind: 'save-gone', at })),
      fc.constant<DraftEvent>({ kind: 'save-conflict', reason: 'changed' }),
      fc.nat(100_000).map((at): DraftEvent => ({ kind: 'keep-mine', at })),
      fc.nat(100_000).map((at): DraftEvent => ({ kind: 'send-failed', at })),
      fc.constant<DraftEvent>({ kind: 'send-started' }),
      fc.nat(100_000).map((at): DraftEvent => ({ kind: 'back-online', at })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const state = run(...events)
        if (!hasUnsaved(state)) return
        const handled = ['saving', 'conflict', 'sending'].includes(state.kind)
        expect(handled || nextSaveAt(state) !== null).toBe(true)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { ComposeTag } from './compose-tags.ts'
import { findTag, type WriteAddress } from './find-tag.ts'

const tag = (part: Partial<ComposeTag>): ComposeTag => ({
  id: 'one',
  type: 'new',
  mailId: 0,
  search: '',
  draftId: null,
  draftMailId: null,
  subject: '',
  fullScreen: false,
  place: 0,
  awake: true,
  ...part,
})
const address = (part: Partial<WriteAddress>): WriteAddress => ({
  type: 'new',
  mailId: 0,
  search: '',
  tag: null,
  handsOver: false,
  ...part,
})
const none = new Map<string, 'kept' | 'done'>()
const find = (where: Partial<WriteAddress>, tags: ComposeTag[], ended = none) => {
  const found = findTag(address(where), { tags, ended })
  return found.kind === 'tag' ? found.tag.id : found
}

describe('the tag that an address means', () => {
  it('COMPOSE-01 a new mail is never one that is open already', () => {
    expect(find({}, [tag({})])).toEqual({ kind: 'open', draftId: null })
  })

  it('COMPOSE-01 an entry of the history leads back to its own mail', () => {
    expect(find({ tag: 'two' }, [tag({}), tag({ id: 'two' })])).toBe('two')
  })

  it('COMPOSE-01 a draft that is open is not opened a second time', () => {
    const open = [tag({}), tag({ id: 'two', draftId: 7, draftMailId: 70 })]
    expect(find({ search: '?draft=7' }, open)).toBe('two')
    expect(find({ search: '?draft=8' }, open)).toEqual({ kind: 'open', draftId: 8 })
    expect(find({ type: 'neweditAgainFromdraft', mailId: 70 }, open)).toBe('two')
    expect(find({ type: 'newforward', mailId: 70 }, open)).toEqual({ kind: 'open', draftId: null })
  })

  it('COMPOSE-01 the same answer to the same mail goes on, unless a text is handed over for it', () => {
    const open = [tag({ type: 'newreply', mailId: 5 })]
    expect(find({ type: 'newreply', mailId: 5 }, open)).toBe('one')
    expect(find({ type: 'newreplyAll', mailId: 5 }, open)).toEqual({ kind: 'open', draftId: null })
    expect(find({ type: 'newreply', mailId: 5, handsOver: true }, open)).toEqual({
      kind: 'open',
      draftId: null,
    })
  })

  it('SHELL-03 what was sent does not come back with the address; a draft that was closed does', () => {
    const ended = new Map([
      ['sent', 'done' as const],
      ['closed', 'kept' as const],
    ])
    expect(find({ tag: 'sent', search: '?draft=7' }, [], ended)).toEqual({ kind: 'gone' })
    expect(find({ tag: 'closed' }, [], ended)).toEqual({ kind: 'gone' })
    expect(find({ tag: 'closed', search: '?draft=7' }, [], ended)).toEqual({
      kind: 'open',
      draftId: 7,
    })
  })
})

import type { KeyboardEvent } from 'react'
import { expect, it } from 'vitest'
import { type FieldKeys, fieldKeys } from './recipient-keys.ts'
import { readRecipients } from './recipients.ts'

const two = readRecipients('ann@example.test, bob@example.test')
const [ann, bob] = two.map((one) => one.key)

interface Pressed {
  alt?: boolean
  ctrl?: boolean
  meta?: boolean
  /** A word is being composed by an input method. */
  composing?: boolean
  /** Where the caret stands; the start without it. */
  caret?: number
}

/** What pressing a key does, in words; '' is what the browser does with it. */
function press(key: string, over: Partial<FieldKeys> = {}, held: Pressed = {}): string {
  let done = ''
  const note =
    (name: string) =>
    (...given: unknown[]) => {
      done = [name, ...given.map((one) => JSON.stringify(one))].join(' ')
    }
  const field: FieldKeys = {
    list: two,
    typed: '',
    isOpen: false,
    marked: null,
    setMarked: note('mark'),
    remove: note('remove'),
    edit: ({ address }) => note('edit')(address),
    commit: note('commit'),
    move: note('move'),
    pick: note('pick'),
    closeList: note('close'),
    moveTo: note('to'),
    giveUp: note('give up'),
    ...over,
  }
  const { alt = false, ctrl = false, meta = false, composing = false, caret = 0 } = held
  let kept = 0
  fieldKeys(field)({
    key,
    altKey: alt,
    ctrlKey: ctrl,
    metaKey: meta,
    nativeEvent: { isComposing: composing, keyCode: composing ? 229 : 0 },
    currentTarget: { selectionStart: caret, selectionEnd: caret },
    preventDefault: () => kept++,
    stopPropagation: () => kept++,
  } as unknown as KeyboardEvent<HTMLInputElement>)
  expect(kept, key).toBe(done === '' ? 0 : 2)
  return done
}

const said = (value: unknown) => JSON.stringify(value)

it('COMPOSE-26 the list of suggestions takes its keys first', () => {
  const open = { isOpen: true, typed: 'a' }
  const keys = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape']
  expect(keys.map((key) => press(key, open))).toEqual([
    'move 1',
    'move -1',
    'pick',
    'pick',
    'close',
  ])
  // Nothing is chosen in it: what is typed counts.
  expect(press('Enter', { ...open, pick: null, typed: 'a@b.test' })).toBe('commit')
  expect(keys.map((key) => press(key, { typed: '' }))).toEqual(['', '', '', '', 'give up'])
})

it('COMPOSE-09 a separator ends an address, but not inside a name in quotes or an address in brackets', () => {
  for (const key of [',', ';', '，', '；', '、']) {
    expect(press(key, { typed: 'a@b.test' })).toBe('commit')
    expect(press(key, { typed: ' ' })).toBe('')
    expect(press(key, { typed: '"Zhang' })).toBe('')
    expect(press(key, { typed: 'Zhang <a' })).toBe('')
    expect(press(key, { typed: '"Zhang, W" <a@b.test>' })).toBe('commit')
  }
  expect(press('x', { typed: 'a@b.test' })).toBe('')
  expect(press(' ', { typed: 'a@b.test' })).toBe('commit')
  expect(press(' ', { typed: 'Zhang' })).toBe('')
  expect(press(' ', { typed: '' })).toBe('')
})

it('COMPOSE-09 Enter takes what is typed, or opens the marked chip to be changed; Escape gives that up', () => {
  expect(press('Enter', { typed: 'a@b.test' })).toBe('commit')
  expect(press('Enter', { typed: '  ' })).toBe('')
  expect(press('Enter', { typed: 'x', marked: ann ?? null })).toBe('edit "ann@example.test"')
  expect(press('Escape')).toBe('give up')
  expect(press('Escape', { giveUp: null })).toBe('')
})

it('COMPOSE-09 arrows walk over the chips, Backspace marks the last and then removes it', () => {
  expect(press('Backspace')).toBe(`mark ${said(bob)}`)
  expect(press('Backspace', { marked: bob ?? null })).toBe(`remove ${said(bob)}`)
  expect(press('Backspace', { typed: 'x' })).toBe('')
  expect(press('Backspace', { list: [] })).toBe('')
  expect(press('Delete', { marked: ann ?? null })).toBe(`remove ${said(ann)}`)
  expect(press('Delete')).toBe('')
  expect(press('ArrowLeft')).toBe(`mark ${said(bob)}`)
  expect(press('ArrowLeft', { marked: bob ?? null })).toBe(`mark ${said(ann)}`)
  expect(press('ArrowLeft', { marked: ann ?? null })).toBe(`mark ${said(ann)}`)
  expect(press('ArrowLeft', { list: [] })).toBe('')
  expect(press('ArrowRight', { marked: ann ?? null })).toBe(`mark ${said(bob)}`)
  expect(press('ArrowRight', { marked: bob ?? null })).toBe('mark null')
  expect(press('ArrowRight')).toBe('')
  // In the middle of a word the keys are the word's.
  for (const key of ['Backspace', 'ArrowLeft', 'Delete'])
    expect(press(key, { typed: 'word', marked: ann ?? null }, { caret: 2 })).toBe('')
})

it('COMPOSE-09 Alt and an arrow take the marked chip to the field below or above', () => {
  const marked = { marked: ann ?? null }
  expect(press('ArrowDown', marked, { alt: true })).toBe(`to ${said(ann)} 1`)
  expect(press('ArrowUp', marked, { alt: true })).toBe(`to ${said(ann)} -1`)
  expect(press('ArrowLeft', marked, { alt: true })).toBe('')
  expect(press('ArrowDown', {}, { alt: true })).toBe('')
})

it('COMPOSE-09 keys of the browser and of an input method are left to them', () => {
  const open = { isOpen: true }
  for (const held of [{ ctrl: true }, { meta: true }, { composing: true }])
    expect(press('ArrowDown', open, held)).toBe('')
})

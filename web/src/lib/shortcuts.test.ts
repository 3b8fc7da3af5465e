// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import en from '../locales/en/shortcuts.json' with { type: 'json' }
import zh from '../locales/zh/shortcuts.json' with { type: 'json' }
import { addShortcuts, type ShortcutId, shortcutGroups, shortcuts } from './shortcuts.ts'

let done: string[] = []
let end: () => void

beforeEach(() => {
  done = []
  const does = (id: ShortcutId) => () => void done.push(id)
  end = addShortcuts(() => ({
    star: does('star'),
    goSent: does('goSent'),
    down: does('down'),
    palette: does('palette'),
    help: does('help'),
  }))
  document.body.innerHTML =
    '<input id="text"><input id="check" type="checkbox"><textarea id="area"></textarea><button id="button">b</button><div role="menu"><button id="item">i</button></div><dialog open><button id="inside">d</button></dialog><div contenteditable id="rich"></div>'
})

afterEach(() => end())

const press = (key: string, more: KeyboardEventInit & { on?: string; keyCode?: number } = {}) => {
  const { on, ...init } = more
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  ;(on ? document.getElementById(on) : document.body)?.dispatchEvent(event)
  return event
}

describe('shortcuts', () => {
  it('do what the screen on top says, and the one below when it is gone', () => {
    const endSecond = addShortcuts(() => ({ star: () => void done.push('second') }))
    press('s')
    endSecond()
    press('s')
    expect(done).toEqual(['second', 'star'])
  })

  it('rest while somebody types, in menus and in dialogs', () => {
    for (const on of ['text', 'area', 'rich', 'item', 'inside']) {
      press('s', { on })
      press('?', { on })
      press('k', { on, ctrlKey: true })
    }
    press('s', { on: 'check' })
    expect(done).toEqual(['star'])
  })

  it('rest while an input method composes', () => {
    press('s', { isComposing: true })
    press('s', { keyCode: 229 })
    expect(done).toEqual([])
  })

  it('leave browser commands alone, and arrows to the control that has the focus', () => {
    expect(press('s', { ctrlKey: true }).defaultPrevented).toBe(false)
    press('s', { altKey: true })
    press('ArrowDown', { on: 'button' })
    expect(done).toEqual([])
    press('ArrowDown')
    press('k', { metaKey: true })
    expect(done).toEqual(['down', 'palette'])
  })

  it('take two keys one after the other: in `g s` the s is no star', () => {
    press('g')
    press('s')
    press('s')
    expect(done).toEqual(['goSent', 'star'])
  })

  it('have a name in both languages, and no key means two things', () => {
    const ids = Object.keys(shortcuts)
    for (const texts of [zh, en]) {
      expect(Object.keys(texts.names).toSorted()).toEqual(ids.toSorted())
      expect(Object.keys(texts.groups).toSorted()).toEqual([...shortcutGroups].toSorted())
    }
    const keys = Object.values(shortcuts).flatMap((one) => one.keys as readonly string[])
    expect(new Set(keys).size).toBe(keys.length)
  })
})

// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useModal } from './use-modal.ts'

/** What happens to the pressed control while its dialog is open. */
type Fate = 'stays' | 'gone' | 'off' | 'gone with the dialog'

function Question() {
  const { ref } = useModal(() => undefined)
  return (
    <dialog ref={ref}>
      <button type="button">yes</button>
    </dialog>
  )
}

interface Drawn {
  open: boolean
  fate: Fate
  section: boolean
}

const first: Drawn = { open: false, fate: 'stays', section: true }
let set: (next: Drawn) => void

function Screen() {
  const [{ open, fate, section }, put] = useState(first)
  set = put
  const isGone = fate === 'gone' || (fate === 'gone with the dialog' && !open)
  return (
    <main>
      {section && (
        <section>
          <h2>Devices</h2>
          {!isGone && (
            <button type="button" id="pressed" disabled={fate === 'off'}>
              sign out
            </button>
          )}
        </section>
      )}
      {open && <Question />}
    </main>
  )
}

let root: Root
const draw = (next: Partial<Drawn>) => act(async () => set({ ...first, ...next }))
const focused = () => document.activeElement?.tagName.toLowerCase()

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  await act(async () => root.render(<Screen />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

async function ask(fate: Fate, section = true): Promise<void> {
  document.getElementById('pressed')?.focus()
  await draw({ open: true })
  document.querySelector<HTMLElement>('dialog button')?.focus()
  await draw({ open: true, fate, section })
  await draw({ open: false, fate, section })
}

it.each([
  ['stays', 'button'],
  ['gone', 'h2'],
  ['off', 'h2'],
  ['gone with the dialog', 'h2'],
] as const)(
  'issue 13: a dialog whose control %s gives the focus to the %s, never to nothing',
  async (fate, place) => {
    await ask(fate)
    expect(focused()).toBe(place)
  },
)

it('issue 13: where the whole section is gone, or nothing had the focus before, it is at the screen', async () => {
  await ask('gone', false)
  expect(focused()).toBe('main')
  await draw({})
  ;(document.activeElement as HTMLElement).blur()
  expect(focused()).toBe('body')
  await draw({ open: true })
  await draw({})
  expect(focused()).toBe('main')
})

// @vitest-environment happy-dom
import { Activity, startTransition, useLayoutEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useShortcuts } from './shortcuts.ts'

let root: Root
let done: string[]
let hide: () => void

afterEach(() => root.unmount())

const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))

function List() {
  useShortcuts({ remove: () => void done.push('removed') })
  return <p>list</p>
}

/** Presses the key in the moment in which the list is gone from the screen, before anything else runs. */
function Screen({ way }: { way: 'kept' | 'taken down' }) {
  const [shown, setShown] = useState(true)
  hide = () => startTransition(() => setShown(false))
  useLayoutEffect(() => {
    if (!shown) queueMicrotask(() => press('#') && done.push('pressed'))
  }, [shown])
  if (way === 'taken down') return shown ? <List /> : null
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <List />
    </Activity>
  )
}

it.each(['kept', 'taken down'] as const)(
  'a key pressed at once after a list was hidden (%s) does nothing',
  async (way) => {
    done = []
    root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(<Screen way={way} />)
    await vi.waitFor(() => press('#') && expect(done).toContain('removed'), { timeout: 60_000 })
    done = []
    hide()
    await vi.waitFor(() => expect(done).toContain('pressed'), { timeout: 60_000 })
    expect(done).toEqual(['pressed'])
  },
)

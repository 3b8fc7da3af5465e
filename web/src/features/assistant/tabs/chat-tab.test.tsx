// @vitest-environment happy-dom
import type { Reply } from '@hongyan/contract/endpoint'
import type { UserInfo } from '@hongyan/contract/session'
import type { settings } from '@hongyan/contract/settings'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { platformQuery, userQuery } from '../../../lib/me.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useQuestion } from '../store.ts'
import { ChatTab } from './chat-tab.tsx'

let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  queryClient.setQueryData(userQuery.queryKey, {
    userName: 'Ann',
    emailAddr: 'a@b.test',
  } as UserInfo)
  queryClient.setQueryData(platformQuery.queryKey, { aiUrl: '' } as Reply<typeof settings.platform>)
  draw()
})

function draw(): void {
  root = createRoot(document.body.appendChild(document.createElement('main')))
  act(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ChatTab />
      </QueryClientProvider>,
    ),
  )
}
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const buttons = () => [...document.querySelectorAll('button')]
const press = (button: HTMLElement | undefined) => {
  button?.focus()
  act(() => button?.click())
  act(() => void vi.advanceTimersByTime(1))
  expect(button?.isConnected).toBe(false)
}

it('AI-08 a question that is pressed, the stop of its answer, and a new chat leave the focus in the panel', () => {
  press(buttons()[0])
  expect(document.activeElement?.closest('main')).not.toBeNull()
  const [stop] = buttons()
  press(stop)
  expect(document.activeElement?.closest('main')).not.toBeNull()
  const [begin] = buttons()
  press(begin)
  expect(document.activeElement?.closest('main')).not.toBeNull()
})

it('AI-08 a question that is half typed stays when the panel is drawn anew: the window got another width', () => {
  const field = () => document.querySelector('textarea')
  act(() => {
    useQuestion.setState({ text: 'How do I' })
  })
  expect(field()?.value).toBe('How do I')
  act(() => root.unmount())
  draw()
  expect(field()?.value).toBe('How do I')
})

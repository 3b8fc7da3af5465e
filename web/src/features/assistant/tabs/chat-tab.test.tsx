// @vitest-environment happy-dom
import type { Reply } from '@hongyan/contract/endpoint'
import type { UserInfo } from '@hongyan/contract/session'
import type { settings } from '@hongyan/contract/settings'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { translate } from '../../../lib/i18n.ts'
import { platformQuery, userQuery } from '../../../lib/me.ts'
import { queryClient } from '../../../lib/queries.ts'
import { Announcer } from '../../../ui/announcer.tsx'
import { happen, useQuestions } from '../store.ts'
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
        <Announcer />
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

it('AI-08 a question that is pressed, the stop of its answer, asking it again, and a new chat leave the focus in the panel', () => {
  press(buttons()[0])
  expect(document.activeElement?.closest('main')).not.toBeNull()
  const [stop] = buttons()
  press(stop)
  expect(document.activeElement?.closest('main')).not.toBeNull()
  const turns = () => document.querySelectorAll('ol > li').length
  const [again] = buttons()
  press(again)
  expect(turns()).toBe(2)
  expect(document.activeElement?.closest('main')).not.toBeNull()
  press(buttons()[0])
  // What was stopped before is not offered a second time.
  expect(buttons()).toHaveLength(3)
  const begin = buttons()[1]
  press(begin)
  expect(turns()).toBe(0)
  expect(document.activeElement?.closest('main')).not.toBeNull()
})

it('AI-31 who listens hears that an answer was stopped, and why there is none', () => {
  const said = () => document.querySelector('[data-announcer]')?.textContent
  press(buttons()[0])
  expect(said()).toBe(translate('assistant:waiting'))
  press(buttons()[0])
  expect(said()).toBe(translate('assistant:stopped'))
  act(() => happen({ is: 'asked', kind: 'chat', key: 'k', question: 'why' }))
  expect(said()).toBe(translate('assistant:waiting'))
  act(() => {
    happen({ is: 'taken', key: 'k', request: 'r' })
    happen({ is: 'said', message: { type: 1, request: 'r', finish: true } })
  })
  act(() => void vi.advanceTimersByTime(1))
  expect(said()).toBe(translate('assistant:noAnswer'))
})

it('AI-08 a question that is half typed stays when the panel is drawn anew: the window got another width', () => {
  const field = () => document.querySelector('textarea')
  act(() => {
    useQuestions.setState({ chat: 'How do I' })
  })
  expect(field()?.value).toBe('How do I')
  act(() => root.unmount())
  draw()
  expect(field()?.value).toBe('How do I')
})

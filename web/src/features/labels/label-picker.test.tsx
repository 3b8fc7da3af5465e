// @vitest-environment happy-dom
import type { MemberLevel } from '@hongyan/contract/endpoint'
import type { UserInfo } from '@hongyan/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { LabelPicker } from './label-picker.tsx'
import { labelsQuery } from './labels-query.ts'

let host: HTMLElement
let root: Root
let asked = 0

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } })
  queryClient.setQueryData(labelsQuery.queryKey, [])
  asked = 0
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function openAs(level: MemberLevel | null) {
  queryClient.setQueryData(userQuery.queryKey, {
    member: level && { level },
  } as unknown as UserInfo)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <LabelPicker mails={[]} onCreate={() => void asked++} close={() => undefined} />
      </QueryClientProvider>,
    ),
  )
}

it.each([
  [null, 1],
  ['full', 1],
  ['on-behalf', 0],
  ['send-as', 0],
] as const)(
  'a member who may %s is offered a new label by %i buttons, and by Enter no more',
  async (level, count) => {
    await openAs(level)
    // Without labels the one to apply is beside it.
    expect(host.querySelectorAll('button')).toHaveLength(1 + count)
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
    await act(async () => void host.querySelector('input')?.dispatchEvent(enter))
    expect(asked).toBe(count)
  },
)

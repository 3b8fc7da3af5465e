// @vitest-environment happy-dom
import { queryOptions } from '@tanstack/react-query'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from './queries.ts'
import { sharedAnswer } from './shared-answer.ts'

let asked = 0
const key = ['shared-test']
const useNumber = sharedAnswer(
  queryOptions({ queryKey: key, queryFn: async () => ++asked, staleTime: 50_000 }),
)

let root: Root
let draw: (readers: number) => void
const answers = (): string[] => [...document.querySelectorAll('p')].map((one) => one.innerText)
/** Answers come, and are told of, in tasks of their own, on a busy machine one after the other. */
const settle = () =>
  act(async () => {
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 10))
  })

function Reader() {
  return <p>{useNumber() ?? 'none'}</p>
}

function Page() {
  const [readers, setReaders] = useState(3)
  draw = setReaders
  return Array.from({ length: readers }, (_, at) => `reader ${at}`).map((name) => (
    <Reader key={name} />
  ))
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  asked = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Page />))
  await settle()
})

afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
  vi.unstubAllGlobals()
})

const observers = () => queryClient.getQueryCache().find({ queryKey: key })?.getObserversCount()

it('one observer and one call serve all readers, and all of them hear of what changes', async () => {
  expect(answers()).toEqual(['1', '1', '1'])
  expect(observers()).toBe(1)
  await act(async () => void queryClient.setQueryData(key, 7))
  await settle()
  expect(answers()).toEqual(['7', '7', '7'])
  await act(async () => draw(0))
  expect(observers()).toBe(0)
})

it('whoever comes later asks for what is due, and for nothing else', async () => {
  await act(async () => draw(4))
  await settle()
  expect(answers()).toEqual(['1', '1', '1', '1'])
  const refetchType = 'none'
  await act(async () => queryClient.invalidateQueries({ queryKey: key, refetchType }))
  await act(async () => draw(5))
  await settle()
  expect(answers()).toEqual(['2', '2', '2', '2', '2'])
})

it('after the end of a session the next drawing asks for the next answer and shows nothing of the last', async () => {
  queryClient.clear()
  await act(async () => root.render(<Page key="again" />))
  await settle()
  expect(answers()).toEqual(['2', '2', '2'])
  queryClient.clear()
  // Not taken down, only drawn again.
  await act(async () => draw(4))
  await settle()
  expect(answers()).toEqual(['3', '3', '3', '3'])
})

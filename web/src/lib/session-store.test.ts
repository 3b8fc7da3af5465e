import { expect, it } from 'vitest'
import { forgetSession, onSessionEnd, sessionTurn } from './session-end.ts'
import { sessionStore } from './session-store.ts'

it('AUTH-15 a store is as new when the session ends, in whatever way', () => {
  const store = sessionStore<{ names: readonly string[] }>(() => ({ names: [] }))
  for (const end of ['signed-out', 'expired'] as const) {
    store.setState({ names: ['secret.eml'] })
    forgetSession(end)
    expect(store.getState()).toEqual({ names: [] })
  }
})

it('AUTH-15 what knows its owner may outlive an expiry, never a sign-out', () => {
  const store = sessionStore<{ tags: readonly string[] }>(() => ({ tags: [] }), {
    outlives: 'expired',
  })
  store.setState({ tags: ['one'] })
  forgetSession('expired')
  expect(store.getState()).toEqual({ tags: ['one'] })
  forgetSession('signed-out')
  expect(store.getState()).toEqual({ tags: [] })
})

it('what goes on for a while learns that the session is another one', () => {
  const mine = sessionTurn()
  let told = 0
  onSessionEnd(() => {
    told++
  })
  forgetSession('signed-out')
  expect(told).toBe(1)
  expect(sessionTurn()).not.toBe(mine)
})

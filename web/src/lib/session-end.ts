/** How a session ended: the person signed out (here or in another tab), or the server no longer knows the login. */
export type SessionEnd = 'signed-out' | 'expired'

const forgetters = new Set<(end: SessionEnd) => void>()
let turn = 0

/**
 * Says once, where something of the person is kept, how it is forgotten: the next person in this tab must find nothing
 * (AUTH-15). What lives in a component goes with it and needs none of this.
 */
export function onSessionEnd(forget: (end: SessionEnd) => void): void {
  forgetters.add(forget)
}

/** Forgets whatever anybody keeps of the session. */
export function forgetSession(end: SessionEnd): void {
  turn++
  for (const forget of forgetters) forget(end)
}

const lastTasks = new Set<() => Promise<unknown>>()
/** A server that does not answer keeps nobody signed in. */
const longestWait = 3_000

/** What a person who signs out still wants done, such as a last save (G118). @returns the end of it */
export function beforeSignOut(task: () => Promise<unknown>): () => void {
  lastTasks.add(task)
  return () => void lastTasks.delete(task)
}

/** Resolves when all of it is done, or has had its time. */
export async function finishSession(): Promise<void> {
  const waited = new Promise((resolve) => setTimeout(resolve, longestWait))
  await Promise.race([Promise.allSettled([...lastTasks].map((task) => task())), waited])
}

/** Which session of this page it is: what goes on for a while stops when it is another one. */
export const sessionTurn = (): number => turn

import type { ServerResponse } from 'node:http'
import type { Asker } from '../actor.ts'

/** Why work for a request ended early: there is nobody to answer, and nothing is wrong with us. */
export class ClientGone extends Error {
  constructor() {
    super('the client has gone')
    this.name = 'ClientGone'
  }
}

/** How long a request lives: until its answer is away, or its client is. */
export function lifeOf(response: ServerResponse): Required<Pick<Asker, 'signal' | 'atEnd'>> {
  const gone = new AbortController()
  const ends: (() => void)[] = []
  let isOver = response.closed
  response.once('close', () => {
    isOver = true
    if (!response.writableFinished) gone.abort(new ClientGone())
    for (const end of ends.splice(0)) end()
  })
  return {
    signal: gone.signal,
    atEnd: (work) => {
      if (isOver) work()
      else ends.push(work)
    },
  }
}

import type { ServerResponse } from 'node:http'
import { type Asker, ClientGone } from '../actor.ts'

const ends = new WeakMap<ServerResponse, (() => void)[]>()

/** How long a request lives: until its answer is made. Its signal says when its client has gone before that. */
export function lifeOf(response: ServerResponse): Required<Pick<Asker, 'signal' | 'atEnd'>> {
  const gone = new AbortController()
  ends.set(response, [])
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new ClientGone())
  })
  return {
    signal: gone.signal,
    atEnd: (work) => {
      const list = ends.get(response)
      if (list) list.push(work)
      else work()
    },
  }
}

/** What an answer was made from is let go, however slowly the answer is read. */
export function answerMade(response: ServerResponse): void {
  const list = ends.get(response)
  ends.delete(response)
  for (const work of list ?? []) work()
}

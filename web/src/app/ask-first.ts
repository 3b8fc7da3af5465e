import type { CallInput, Endpoint, Reply } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { type FirstScreen, start } from '@hongyan/contract/start'
import { ApiError, call } from '../lib/api.ts'
import type { ApiErrorKind } from '../lib/api-error.ts'
import { keepEarly } from '../lib/early-calls.ts'
import { roomNow } from '../lib/room.ts'
import { sessionTurn } from '../lib/session-end.ts'
import { type FirstList, guessedList, whereItStarts } from './first-place.ts'

/**
 * Asks for all of the first screen in one call, without a library. Each part waits where its own call will look for it: no
 * screen knows how its answer came, and none is asked for twice.
 * @param path where the page goes on, as behind the hash
 * @param onAsked is handed the whole answer, for who draws it by itself
 * @returns the list that came along, where the first screen is the inbox; null, too, where the session has ended meanwhile
 */
export async function askFirst(
  path?: string,
  onAsked?: (all: Promise<FirstScreen>) => void,
): Promise<FirstList | null> {
  const turn = sessionTurn()
  const all = call(start.first, { query: { at: whereItStarts(path), ...roomNow() } })
  onAsked?.(all)
  const part = partsOf(all)
  part(settings.platform, {}, ({ platform }) => platform)
  part(session.userInfo, {}, ({ user }) => user)
  part(settings.index, { body: {} }, (answer) => answer.settings)
  const lists = part(folders.list, { query: {} }, (answer) => answer.folders)
  const guess = guessedList(path)
  if (guess) keepGuessed(guess, all, lists)
  const { inbox } = await all
  // Whoever is here by now did not ask for it (AUTH-15).
  if (turn !== sessionTurn()) return null
  if (inbox && !isSame(inbox, guess))
    keepEarly(messages.list, asked(inbox), Promise.resolve(inbox.page))
  return inbox
}

type All = Promise<FirstScreen>

/** Where the whole was refused or failed, each part is asked for by itself: the others may be well. */
const aboutParts: ReadonlySet<ApiErrorKind> = new Set(['refused', 'failed', 'owed'])

function rethrowOfWhole(error: unknown): void {
  if (!(error instanceof ApiError) || !aboutParts.has(error.kind)) throw error
}

const partsOf =
  (all: All) =>
  <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    pick: (answer: FirstScreen) => Reply<E>,
  ): Promise<Reply<E>> => {
    const answer = all.then(pick, (error: unknown) => {
      rethrowOfWhole(error)
      return call(endpoint, input, { anew: true })
    })
    keepEarly(endpoint, input, answer)
    return answer
  }

/** The list that is drawn before the answer is here; another one than that brings is asked for once the folders are. */
function keepGuessed(guess: FirstList, all: All, lists: Promise<unknown>): void {
  const ask = () => call(messages.list, asked(guess), { anew: true })
  const page = all.then(
    ({ inbox }) => (inbox && isSame(inbox, guess) ? inbox.page : ask()),
    (error: unknown) => {
      rethrowOfWhole(error)
      // After the folders' answer: what push tells begins there.
      return lists.then(ask, ask)
    },
  )
  keepEarly(messages.list, asked(guess), page)
}

/** Word for word as a list asks for its first page. */
const asked = ({ mailboxId, pageSize, conversation }: FirstList) => ({
  query: { mailboxId, pageSize, ...(conversation ? { conversation } : {}) },
})

const isSame = (one: FirstList, other: FirstList | null): boolean =>
  JSON.stringify(asked(one)) === JSON.stringify(other && asked(other))

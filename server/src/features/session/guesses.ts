import type { ErrorCode } from '@hongyan/contract/errors'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { countFailures, forgetFailures, uncountFailures } from './session.queries.ts'

/**
 * So many wrong attempts in 15 minutes are judged under a key; it names an account or a network, and a login only where
 * whoever can make a new one has no need to guess.
 */
export interface Brake {
  key: string
  max: number
}

export interface Guess {
  /** The first is the guesser's own: a right attempt clears it, and only takes itself back from the others. */
  brakes: readonly Brake[]
  /** Said when one of them holds. */
  refusal: ErrorCode
}

/**
 * The one way to judge a secret that somebody may try to guess: the attempt is counted under all keys at once before it is
 * judged, so that a hundred at the same time are still a hundred. `judge` hears how many more would be judged after it, and
 * throws when it was wrong; then the count stays.
 * @throws the refusal before anything is judged
 */
export async function judgedGuess<T>(
  database: Database,
  { brakes, refusal }: Guess,
  judge: (left: number) => Promise<T>,
): Promise<T> {
  const keys = brakes.map((one) => one.key)
  const counts = await countFailures(database, keys)
  if (brakes.some(({ key, max }) => (counts.get(key) ?? 0) > max)) {
    await uncountFailures(database, keys)
    throw new AppError(refusal)
  }
  const left = Math.min(...brakes.map(({ key, max }) => max - (counts.get(key) ?? 0)))
  const result = await judge(left)
  const [own = '', ...shared] = keys
  await forgetFailures(database, own)
  if (shared.length > 0) await uncountFailures(database, shared)
  return result
}

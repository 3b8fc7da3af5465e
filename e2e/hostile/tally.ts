/** What came of the cases of one kind. */
export interface Tally {
  cases: number
  /** Honest ones that were refused, or that the server could not serve. */
  refusedWrongly: string[]
  /** Guesses and forgeries that were let in. */
  acceptedWrongly: string[]
  /** Answers that say that the server itself failed. */
  failures: string[]
}

export const newTally = (): Tally => ({
  cases: 0,
  refusedWrongly: [],
  acceptedWrongly: [],
  failures: [],
})

export const sumOf = (tallies: readonly Tally[]): Tally => ({
  cases: tallies.reduce((sum, { cases }) => sum + cases, 0),
  refusedWrongly: tallies.flatMap((one) => one.refusedWrongly),
  acceptedWrongly: tallies.flatMap((one) => one.acceptedWrongly),
  failures: tallies.flatMap((one) => one.failures),
})

/** What a case is to end with: hostile but allowed things may be taken or refused, as long as the server says which. */
export type Expected = 'honest' | 'either' | 'forged'

/**
 * Judges an answer of HTTP. Refusals for a while (429, 503 with Retry-After) are no failure of a flood, and of an honest
 * one they are wrong.
 */
export function judge(
  tally: Tally,
  { what, expected, status }: { what: string; expected: Expected; status: number },
): void {
  tally.cases++
  const isGood = status >= 200 && status < 300
  if (expected === 'honest' && !isGood) tally.refusedWrongly.push(`${what}: ${status}`)
  if (expected === 'forged' && isGood) tally.acceptedWrongly.push(what)
  if (status >= 500 && ![503, 507].includes(status)) tally.failures.push(`${what}: ${status}`)
}

/** The same for an answer of SMTP: 4xx and 5xx are refusals, no answer at all is a failure. */
export function judgeMail(
  tally: Tally,
  { what, expected, answer }: { what: string; expected: Expected; answer: string },
): void {
  tally.cases++
  if (expected === 'honest' && !answer.startsWith('250'))
    tally.refusedWrongly.push(`${what}: ${answer.slice(0, 60)}`)
  if (!/^[245]\d\d/.test(answer)) tally.failures.push(`${what}: ${answer.slice(0, 60)}`)
}

import { randomUUID } from 'node:crypto'
import type { Signer } from '../../platform/crypto/signer.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { createGate } from '../../platform/gate.ts'
import type { AccountId } from '../../platform/ids.ts'
import { type Brake, judgedGuess } from './guesses.ts'
import { failuresOf, touchFailures } from './session.queries.ts'

/**
 * Wrong passwords in 15 minutes before no more are judged (P7): of one account from one network or from one known
 * browser, of one account from everywhere, and of one network for all accounts.
 */
export const most = { pair: 20, account: 200, network: 100 }
/** The same before no more are judged without a captcha. */
const mostUnasked = { pair: 10, account: 100, network: 50 }
/** Attempts of one network that are judged at the same time; the others wait, so that they are no failures meanwhile. */
const atOnce = 4

/** A browser is known to so many accounts, and for so long after its last login. */
const maxMarks = 5
const markSeconds = 400 * 24 * 3600

/** Who is tried. A name that no account has is counted like one, so that the brakes tell nothing about it. */
export type Tried = { accountId: AccountId } | { nobody: string }

interface Place {
  tried: Tried
  network: string
  marks: string
}

/** Where mail programs try; they keep no marks and answer no captcha. */
type ProgramPlace = Pick<Place, 'tried' | 'network'>

interface Options {
  database: Database
  signer: Pick<Signer, 'sign' | 'read'>
  /** When a login is asked for a captcha: after wrong passwords, before each, or never. */
  captcha: 'auto' | 'always' | 'off'
}

/**
 * The brakes of a login. They go by account and network, never by what was typed, and every attempt is counted before
 * it is judged. Nobody is kept out by the guesses of others: a browser that logged in before has a brake of its own.
 */
export function createLoginBrakes({ database, signer, captcha }: Options) {
  const gate = createGate({ total: Number.MAX_SAFE_INTEGER, share: atOnce })

  const brakesOf = ({ tried, network, marks }: Place, most: typeof mostUnasked): Brake[] => {
    const mark = markOf(signer, marks, tried)
    if (mark !== null) return [{ key: `login browser ${mark}`, max: most.pair }]
    const who = nameOf(tried)
    return [
      { key: `login ${who} from ${network}`, max: most.pair },
      { key: `login ${who}`, max: most.account },
      { key: `login network ${network}`, max: most.network },
    ]
  }

  return {
    /**
     * Counts an attempt, then judges it. `judge` throws when it was wrong; then the count stays. `passed`: a captcha was
     * solved for it.
     * @throws captcha.needed, login.too-many before anything is judged
     */
    judged: <T>(place: Place & { passed: boolean }, judge: () => Promise<T>): Promise<T> =>
      gate.run(
        () => {
          if (captcha === 'always' && !place.passed) throw new AppError('captcha.needed')
          const unasked = captcha === 'auto' && !place.passed
          const guess = unasked
            ? { brakes: brakesOf(place, mostUnasked), refusal: 'captcha.needed' as const }
            : { brakes: brakesOf(place, most), refusal: 'login.too-many' as const }
          return judgedGuess(database, guess, judge)
        },
        { who: place.network },
      ),

    /**
     * The same for the code of a mail program. The network is counted together with the passwords; of the pair programs
     * have a count of their own, because a right code would clear it every few minutes. Nothing is counted by the account
     * alone: a code of 75 bits is not guessed from many places, and strangers must not keep out its programs, nor by their
     * wrong codes its owner from the web.
     */
    judgedProgram: <T>({ tried, network }: ProgramPlace, judge: () => Promise<T>): Promise<T> => {
      const who = nameOf(tried)
      const brakes = [
        { key: `program ${who} from ${network}`, max: most.pair },
        { key: `login network ${network}`, max: most.network },
      ]
      return gate.run(() => judgedGuess(database, { brakes, refusal: 'login.too-many' }, judge), {
        who: network,
      })
    },

    /** Whether a login from there will be asked for a captcha, as far as that does not hang on the account. */
    asksCaptcha: async (network: string, loginType: 'password' | 'phone'): Promise<boolean> => {
      // Nobody makes us write to a phone without one.
      if (captcha !== 'auto' || loginType === 'phone') return captcha !== 'off'
      return (await failuresOf(database, `login network ${network}`)) >= mostUnasked.network
    },

    /** A write that every wrong attempt makes, so that those for unknown names take as long as the others (P7). */
    touchIn: (tx: Db, network: string) => touchFailures(tx, `login network ${network}`),

    /** True for a browser in which this account was logged in before. */
    isKnown: (marks: string, accountId: AccountId): boolean =>
      markOf(signer, marks, { accountId }) !== null,

    /** What a browser is known by to an account; null where it is not. */
    browserOf: (marks: string, accountId: AccountId) => markOf(signer, marks, { accountId }),

    /** What a browser keeps after a login: the accounts that it is known to, this one first. */
    marksWith: (marks: string, accountId: AccountId): string => {
      const id = markOf(signer, marks, { accountId }) ?? randomUUID()
      const fresh = signer.sign({ kind: 'browser', account: accountId, id }, markSeconds)
      const others = readMarks(signer, marks).filter((one) => one.account !== accountId)
      return [fresh, ...others.map((one) => one.text)].slice(0, maxMarks).join('~')
    },
  }
}

const nameOf = (tried: Tried): string =>
  'accountId' in tried ? `account ${tried.accountId}` : `name ${tried.nobody}`

interface Mark {
  text: string
  account: AccountId
  id: string
}

const readMarks = (signer: Pick<Signer, 'read'>, marks: string): Mark[] =>
  marks
    .split('~')
    .slice(0, maxMarks)
    .flatMap((text) => {
      const read = signer.read(text) as { kind?: string; account: AccountId; id: string } | null
      return read?.kind === 'browser' ? [{ text, account: read.account, id: read.id }] : []
    })

function markOf(signer: Pick<Signer, 'read'>, marks: string, tried: Tried): string | null {
  if (!('accountId' in tried)) return null
  return readMarks(signer, marks).find((one) => one.account === tried.accountId)?.id ?? null
}

import type { SignIn } from '@hongyan/contract/console-sign-ins'
import type { Database } from '../../platform/db/pool.ts'
import type { AccountId } from '../../platform/ids.ts'
import { type TimeCursor, toTimeCursor } from '../../platform/time-cursor.ts'
import { peopleCalled, type SignInRow, signInPage } from './sign-ins.queries.ts'

export interface SignInSearch {
  person: string
  ip: string
  result: SignIn['result'] | null
  from: Date | null
  after: TimeCursor | null
  pageSize: number
}

/** What the log of an account calls it. */
const kindsOf: Record<SignIn['result'], readonly string[]> = {
  ok: ['login', 'client-login'],
  wrong: ['login-failed'],
  second: ['second-failed'],
  refused: ['login-refused'],
}
const results = Object.entries(kindsOf) as [SignIn['result'], readonly string[]][]
const mostPeople = 100

export type SignIns = ReturnType<typeof createSignIns>

/** Sign-ins as they stand in the logs of the accounts. */
export function createSignIns({ database }: { database: Database }) {
  return {
    /** @param readable whose log may be read; null: everybody's */
    list: async (readable: readonly AccountId[] | null, search: SignInSearch) => {
      const { ip, result, from, after, pageSize: limit } = search
      const keyword = search.person.trim()
      const people =
        keyword === ''
          ? readable
          : await peopleCalled(database, { keyword, people: readable, limit: mostPeople })
      const kinds = result === null ? results.flatMap(([, kinds]) => kinds) : kindsOf[result]
      const rows = await signInPage(database, { people, kinds, ip: ip.trim(), from, after, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { list: rows.map(shown), cursor: last ? toTimeCursor(last) : null }
    },
  }
}

const shown = ({ at, kind, ...row }: SignInRow): SignIn => ({
  ...row,
  at: at.toISOString(),
  result: results.find(([, kinds]) => kinds.includes(kind))?.[0] ?? 'ok',
  program: kind === 'client-login',
})

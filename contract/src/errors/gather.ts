import type { ErrorRow, ErrorRows } from './error-row.ts'

type KeyOf<Rows> = Rows extends Rows ? keyof Rows : never

/** The list of groups, with a sentence in place of each that claims a name of a group before it. */
type Disjoint<Groups extends readonly unknown[], Claimed = never> = Groups extends readonly [
  infer First,
  ...infer Rest,
]
  ? [
      keyof First & Claimed extends never
        ? First
        : `two features claim ${string & keyof First & Claimed}`,
      ...Disjoint<Rest, Claimed | keyof First>,
    ]
  : []

/** One catalogue of the features' groups. A name that two of them claim is an error of types. */
export const gather = <const Groups extends readonly ErrorRows[]>(
  groups: Groups & Disjoint<Groups>,
): Readonly<Record<KeyOf<Groups[number]>, ErrorRow>> => Object.assign({}, ...groups)

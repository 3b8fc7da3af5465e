import type { UserInfo } from '@hongyan/contract/session'

/** What the account panel says of a person, top to bottom. */
export interface Fact {
  key: 'company' | 'department' | 'partTime' | 'duties' | 'gender' | 'phone'
  words: readonly string[]
}

/** Facts that are known. @param hidden the host shows no more than company and phone (G50, hideSome) */
export function factsOf(user: UserInfo, hidden: boolean): Fact[] {
  const facts: Fact[] = [
    { key: 'company', words: [user.companyName] },
    ...(hidden ? [] : ofThePerson(user)),
    { key: 'phone', words: [user.phone] },
  ]
  return facts
    .map(({ key, words }) => ({ key, words: words.filter(Boolean) }))
    .filter(({ words }) => words.length > 0)
}

const ofThePerson = (user: UserInfo): Fact[] => [
  { key: 'department', words: [user.deptName] },
  { key: 'partTime', words: listOf(user.partTimeDeptName) },
  { key: 'duties', words: [user.duties] },
  { key: 'gender', words: [`genders.${user.gender === 0 || user.gender === 1 ? user.gender : 2}`] },
]

/** Other accounts of the person; their lists come with commas (G54). */
export const othersOf = ({ associatedAccount }: UserInfo, hidden: boolean): string[] =>
  hidden ? [] : Object.values(associatedAccount).flatMap(listOf)

const listOf = (text: string): string[] =>
  text
    .split(/[,，]/)
    .map((one) => one.trim())
    .filter(Boolean)

import { randomInt } from 'node:crypto'

/** Letters and digits that nobody takes for another. */
const letters = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKMNPQRSTUVWXYZ', '23456789', '#%+=?@']

/** Good once: it must be changed at the first login. At least one of each kind, 78 bits. */
export function madePassword(): string {
  const one = (from: string): string => from[randomInt(from.length)] ?? ''
  const all = letters.join('')
  const made = [...letters.map(one), ...Array.from({ length: 10 }, () => one(all))]
  for (let place = made.length - 1; place > 0; place--) {
    const other = randomInt(place + 1)
    const [a = '', b = ''] = [made[place], made[other]]
    made[place] = b
    made[other] = a
  }
  // A list for a spreadsheet puts a mark before what would be a formula there: no sign stands first.
  const at = made.findIndex((sign) => /[a-z0-9]/i.test(sign))
  return [made[at], ...made.slice(0, at), ...made.slice(at + 1)].join('')
}

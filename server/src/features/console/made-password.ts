import { randomInt } from 'node:crypto'

/** Letters and digits that nobody takes for another. */
const letters = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKMNPQRSTUVWXYZ', '23456789', '#%+=?@']

/** Good once: it must be changed at the first login. At least one of each kind, 78 bits. */
export function madePassword(): string {
  const one = (from: string): string => from[randomInt(from.length)] ?? ''
  const all = letters.join('')
  const made = [...letters.map(one), ...Array.from({ length: 10 }, () => one(all))]
  for (let at = made.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    const [a = '', b = ''] = [made[at], made[other]]
    made[at] = b
    made[other] = a
  }
  return made.join('')
}

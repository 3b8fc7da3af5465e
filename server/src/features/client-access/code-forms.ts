import { scramKeys } from '../../platform/crypto/scram.ts'
import { tokenHash } from '../../platform/crypto/tokens.ts'

/** As people type it: blanks between groups of four, as it is shown, and capitals of a telephone. */
export const codeHash = (typed: string): Buffer => tokenHash(typed.replace(/\s/g, '').toLowerCase())

/** A proof is made of what was typed, which never comes here: each way to type a code has keys of its own. */
export async function provableKeys(code: string): Promise<Buffer> {
  const grouped = code.replace(/.{4}(?=.)/g, '$& ')
  const typed = [code, grouped].flatMap((one) => [one, one.charAt(0).toUpperCase() + one.slice(1)])
  return Buffer.concat(await Promise.all(typed.map(scramKeys)))
}

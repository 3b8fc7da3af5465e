import { hash, verify } from '@node-rs/argon2'
import { createGate } from '../gate.ts'

/** argon2id with OWASP's minimum (19 MiB, 2 passes); a PHC string. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * For passwords of at least 70 random bits, which were made here and are good once: nobody guesses them however fast the
 * guesses are, and thousands of them are made at once.
 */
const light = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const isLight = (stored: string | null): boolean => stored?.includes('$m=64,t=1,') ?? false

/** At most this many hashes at once: a flood of logins must not starve readers (P7). */
const atOnce = 2

/** Hashes and checks passwords, two at a time. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Of a password of at least 70 random bits alone. */
  hashMade(password: string): Promise<string>
  /** Takes the same time for an unknown user: pass null. */
  verify(stored: string | null, password: string): Promise<boolean>
}

export async function createPasswords(): Promise<Passwords> {
  const gate = createGate({ total: atOnce })
  // A hash of nothing anybody can type, so that unknown users cost as much as known ones.
  const decoy = await hash(`decoy ${Math.random()}`, options)
  return {
    hash: (password) => gate.run(() => hash(password, options)),
    hashMade: (password) => gate.run(() => hash(password, light)),
    verify: (stored, password) =>
      gate.run(async () => {
        // The time does not tell who never changed a password that was made.
        if (isLight(stored)) await verify(decoy, password)
        return (await verify(stored ?? decoy, password)) && stored !== null
      }),
  }
}

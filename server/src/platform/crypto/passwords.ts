import { hash, verify } from '@node-rs/argon2'
import { createGate } from '../gate.ts'

/** argon2id with OWASP's minimum (19 MiB, 2 passes); a PHC string. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most this many hashes at once: a flood of logins must not starve readers (P7). */
const atOnce = 2

/** Hashes and checks passwords, two at a time. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time for an unknown user: pass null. */
  verify(stored: string | null, password: string): Promise<boolean>
}

export async function createPasswords(): Promise<Passwords> {
  const gate = createGate({ total: atOnce })
  // A hash of nothing anybody can type, so that unknown users cost as much as known ones.
  const decoy = await hash(`decoy ${Math.random()}`, options)
  return {
    hash: (password) => gate.run(() => hash(password, options)),
    verify: (stored, password) =>
      gate.run(async () => (await verify(stored ?? decoy, password)) && stored !== null),
  }
}

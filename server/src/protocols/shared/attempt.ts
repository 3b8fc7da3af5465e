import { guessNetwork } from '../../platform/net/network-key.ts'

/** Names and codes are no longer than this. */
const maxText = 320

/** What a program gives to come in, as the switchboard takes it; null is what it gave wrongly. */
export const attemptOf = (
  { username, password }: { username: string | null; password: string | null },
  ip: string,
) => ({
  username: (username ?? '').replaceAll('\0', '').slice(0, maxText),
  password: (password ?? '').slice(0, maxText),
  network: guessNetwork(ip),
})

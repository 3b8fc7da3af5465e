import type { Reply } from '../../../delivery/inbound/types.ts'
import type { Clock } from '../../../platform/clock.ts'
import { guessNetwork } from '../../../platform/net/network-key.ts'

/** Networks that are remembered; more than that and the oldest begins anew. */
const most = 50_000
const minute = 60_000

const tooMany: Reply = {
  code: 450,
  status: '4.7.1',
  text: 'Too many recipients from your network in a minute, try again later',
}

/** How many recipients one network (/24 or /64) may name in a minute, in this process. */
export function createNetworkLimits(clock: Clock) {
  const networks = new Map<string, { left: number; at: number }>()
  return {
    /** Takes one place. @returns the refusal where there is none */
    take: (ip: string, perMinute: number): Reply | null => {
      const key = guessNetwork(ip)
      const now = clock.now().getTime()
      const known = networks.get(key)
      const gained = known ? ((now - known.at) / minute) * perMinute : perMinute
      const left = Math.min(perMinute, (known?.left ?? 0) + gained)
      // The latest at the end, so that the first is the oldest.
      networks.delete(key)
      networks.set(key, { left: left >= 1 ? left - 1 : left, at: now })
      const [oldest] = networks.keys()
      if (networks.size > most && oldest !== undefined) networks.delete(oldest)
      return left >= 1 ? null : tooMany
    },
  }
}

import { networkKey } from '../../platform/net/network-key.ts'

/** How many connections a port takes. */
export interface CrowdLimits {
  connections: number
  connectionsPerPeer: number
  /** As many for this machine itself. */
  connectionsFromLoopback: number
  /** When the port is full, whoever waited longer than this (ms) gives its place to a newcomer. */
  patience: number
}

/** What is looked at of a connection when there are too many. */
export interface Crowded {
  remoteAddress: string
  /** ms that it has kept us waiting; 0 while it brings a mail at a fair rate, or we work for it. */
  waited(): number
}

/** Let in; let in for another, which ends; or turned away: its network has its share, or the port is full. */
export type Room<T> =
  | { kind: 'free' }
  | { kind: 'instead'; of: T }
  | { kind: 'none'; why: 'network' | 'port' }

/**
 * Whether a connection finds room. A network may have its share and no more; when the port is full the newcomer takes the
 * place of whoever waited longest in the network that has the most. So sockets that are held open and say nothing never shut
 * the door, wherever they come from (slow loris, T24).
 */
export function roomFor<T extends Crowded>(
  open: readonly T[],
  address: string,
  limits: CrowdLimits,
): Room<T> {
  const network = networkKey(address)
  const groups = Map.groupBy(open, (one) => networkKey(one.remoteAddress))
  const own = groups.get(network) ?? []
  if (own.length >= shareOf(address, limits)) {
    return replacing(own, limits.patience, 'network')
  }
  if (open.length < limits.connections) return { kind: 'free' }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length)
  const fromLargest = replacing(largest.length > own.length + 1 ? largest : [], 0, 'port')
  return fromLargest.kind === 'instead' ? fromLargest : replacing(open, limits.patience, 'port')
}

/** True when so many are open that times grow short for those who bring nothing. */
export const isCrowded = (open: number, limits: CrowdLimits): boolean =>
  open >= limits.connections / 2

function shareOf(address: string, limits: CrowdLimits): number {
  const isLoopback = address.startsWith('127.') || address === '::1'
  return isLoopback ? limits.connectionsFromLoopback : limits.connectionsPerPeer
}

/** @param patience ms that a connection may wait before another takes its place */
function replacing<T extends Crowded>(
  among: readonly T[],
  patience: number,
  why: 'network' | 'port',
): Room<T> {
  let longest: T | null = null
  let most = patience
  for (const one of among) {
    const waited = one.waited()
    if (waited > most) {
      most = waited
      longest = one
    }
  }
  return longest === null ? { kind: 'none', why } : { kind: 'instead', of: longest }
}

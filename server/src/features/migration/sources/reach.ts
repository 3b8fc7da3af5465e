import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../../../platform/net/public-address.ts'
import { SourceTrouble } from './source.ts'

/** Where a connection goes, and whose certificate is expected there. */
export interface Reached {
  /** The one address that was looked at. */
  address: string
  /** '' for an address: its certificate names that (RFC 6066 §3). */
  servername: string
  /** PEM; null: the authorities that Node knows. */
  ca: string | null
}

export interface ReachOptions {
  resolve(host: string): Promise<readonly string[]>
  /** Addresses off the internet that may be asked all the same. */
  isAllowed(address: string): boolean
  caFile: string | null
}

/** What mail programs use: a source is no way to ask anything else (T24). */
const ports = new Set([143, 993, 110, 995])

/** @throws SourceTrouble */
export async function reach(
  { resolve, isAllowed, caFile }: ReachOptions,
  { host, port }: { host: string; port: number },
): Promise<Reached> {
  const found = isIP(host) ? [host] : await resolve(host).catch(() => [])
  const [address] = found
  if (address === undefined) throw new SourceTrouble('unreachable')
  // One closed address among open ones is how rebinding begins: then none is used.
  const isOwn = found.every(isAllowed)
  if (!isOwn && !(found.every(isPublicAddress) && ports.has(port)))
    throw new SourceTrouble('closed-address')
  return {
    address,
    servername: isIP(host) ? '' : host,
    ca: caFile === null ? null : await readFile(caFile, 'utf8'),
  }
}

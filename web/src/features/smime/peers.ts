import { smime } from '@hongyan/contract/smime'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { fromBase64, toBase64 } from './cms/bytes.ts'
import type { Offered } from './read-mail.ts'

/** Certificates of external contacts that were taken. */
export const peersQuery = {
  queryKey: ['smime', 'peers'],
  queryFn: async () => (await call(smime.peers, { query: {} })).list,
}

export async function savePeer({ email, certificate, capabilities }: Offered): Promise<void> {
  const body = { email, certificate: toBase64(certificate), capabilities: [...capabilities] }
  await call(smime.savePeer, { body })
  await queryClient.invalidateQueries({ queryKey: peersQuery.queryKey })
}

/** Takes a certificate file (.cer, .crt, .pem) for every address in it. @returns the addresses @throws when it is none */
export async function savePeerFile(file: ArrayBuffer): Promise<readonly string[]> {
  const { readCertificate } = await import('./cms/certificate.ts')
  const der = derOf(file)
  const { addresses } = await readCertificate(der)
  for (const email of addresses) await savePeer({ email, certificate: der, capabilities: [] })
  return addresses
}

/** DER as it is; out of PEM (RFC 7468) the first certificate. */
function derOf(file: ArrayBuffer): Offered['certificate'] {
  const bytes = new Uint8Array(file)
  if (bytes[0] === 0x30) return bytes
  const text = new TextDecoder().decode(bytes)
  const [, first = ''] = text.split('-----BEGIN CERTIFICATE-----')
  const [inside = ''] = first.split('-----END CERTIFICATE-----')
  return fromBase64(inside.replace(/\s/g, ''))
}

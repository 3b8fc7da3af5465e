import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { TlsDemand } from './tls-policies.ts'
import type { TlsResult } from './tls-results.ts'
import { isWhatTlsaSays } from './tlsa.ts'

/**
 * What a handshake came to, judged by what is demanded of the server.
 * @param socket null where nothing is encrypted
 */
export function judgeTls(
  socket: TLSSocket | null,
  { demand, name }: { demand: TlsDemand; name: string },
): TlsResult {
  if (!socket) return 'starttls-not-supported'
  if (demand.kind === 'sts') return socket.authorized ? 'success' : untrusted(socket)
  if (demand.kind === 'none' || demand.records.length === 0) return 'success'
  const { records, domain } = demand
  const chain = chainOf(socket)
  return isWhatTlsaSays(records, { chain, names: [name, domain], now: new Date() })
    ? 'success'
    : 'tlsa-invalid'
}

/** By the code that Node gives (X509_V_ERR_…). */
function untrusted({ authorizationError }: TLSSocket): TlsResult {
  const code = String(authorizationError)
  if (code.includes('CERT_HAS_EXPIRED')) return 'certificate-expired'
  if (code.includes('ALTNAME')) return 'certificate-host-mismatch'
  return 'certificate-not-trusted'
}

const mostCertificates = 12

/** As the server sent them: its own first, each followed by the one that issued it. */
function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = []
  let one: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (one?.raw && chain.length < mostCertificates) {
    chain.push(new X509Certificate(one.raw))
    // The last one is its own issuer.
    one = one.issuerCertificate === one ? undefined : one.issuerCertificate
  }
  return chain
}

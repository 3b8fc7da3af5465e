import { createHash, X509Certificate } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** What ties a login to the TLS line that it comes over, for SCRAM-SHA-256-PLUS; null where the line has no such thing. */
export function channelBinding(socket: Duplex, kind: string): Buffer | null {
  if (!(socket instanceof TLSSocket)) return null
  if (kind === 'tls-server-end-point') return endPoint(socket)
  // RFC 9266 §4.1: with TLS 1.2 it would ask for an extension that we are not told of.
  if (kind !== 'tls-exporter' || socket.getProtocol() !== 'TLSv1.3') return null
  return socket.exportKeyingMaterial(32, 'EXPORTER-Channel-Binding', Buffer.alloc(0))
}

/** RFC 5929 §4.1: the certificate's hash by the algorithm that signed it, at least SHA-256. */
function endPoint(socket: TLSSocket): Buffer | null {
  const own = socket.getCertificate()
  if (!own || !('raw' in own)) return null
  const { signatureAlgorithm = '' } = new X509Certificate(own.raw)
  const [, bits = '256'] = /sha-?(384|512)/i.exec(signatureAlgorithm) ?? []
  return createHash(`sha${bits}`).update(own.raw).digest()
}

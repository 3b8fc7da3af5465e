import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'

export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A stranger's web server on loopback. */
export interface WebStub {
  port: number
  seen: SeenRequest[]
  /** Connections made, whether or not they asked for anything. */
  connections(): number
  stop(): Promise<void>
}

type Answer = (request: SeenRequest, response: ServerResponse) => void

/** @param tlsName answer by https under this name, whose certificate this process then trusts */
export async function startWebStub(answer: Answer, tlsName?: string): Promise<WebStub> {
  const seen: SeenRequest[] = []
  let connections = 0
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body }
    seen.push(one)
    answer(one, response)
  }
  const identity = tlsName === undefined ? null : await createSelfSigned(tlsName, new Date())
  if (identity) setDefaultCACertificates([...getCACertificates('default'), identity.cert])
  const server = identity ? createTlsServer(identity, handle) : createServer(handle)
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    connections: () => connections,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

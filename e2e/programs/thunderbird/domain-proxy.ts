import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands for the network of a program that knows nothing but an address: what it asks of the organisation's domain over HTTP
 * comes to the product; no other host is there, and nothing by HTTPS.
 */
export async function startDomainProxy(
  domain: string,
  httpPort: number,
): Promise<{ port: number; asked: string[]; stop(): void }> {
  const asked: string[] = []
  const server: Server = createServer((incoming, outgoing) => {
    const url = URL.parse(incoming.url ?? '')
    const isOurs = url?.hostname === domain || url?.hostname.endsWith(`.${domain}`)
    if (!url || !isOurs) return void outgoing.writeHead(502).end()
    asked.push(`${url.hostname}${url.pathname}`)
    const onward = request(
      {
        port: httpPort,
        host: '127.0.0.1',
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        headers: { ...incoming.headers, host: url.host },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', (_request, socket) => void socket.end('HTTP/1.1 502 Nobody\r\n\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, asked, stop }
}

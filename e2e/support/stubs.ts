import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stranger's web server that answers pictures and keeps what it was asked. */
export interface PictureServer {
  port: number
  seen: { url: string; headers: Record<string, string | string[] | undefined> }[]
  stop(): void
}

/** One dark pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

export async function startPictureServer(): Promise<PictureServer> {
  const seen: PictureServer['seen'] = []
  const server = createServer(({ url = '', headers }, response) => {
    seen.push({ url, headers })
    response.setHeader('Content-Type', 'image/png').end(pixel)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, seen, stop: () => server.close() }
}

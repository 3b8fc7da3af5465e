import { randomBytes } from 'node:crypto'
import { startFauxqs } from 'fauxqs'

/** An S3-compatible store in this process, on a free port of loopback, its objects in memory. */
export interface TestS3 {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  stop(): Promise<void>
}

/** Starts fauxqs (npm, MIT), with a bucket of its own name that does not exist yet. */
export async function startS3(): Promise<TestS3> {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    bucket: `hongyan-${randomBytes(6).toString('hex')}`,
    region: 'us-east-1',
    accessKey: 'test-key',
    secretKey: 'test-secret',
    stop: () => server.stop(),
  }
}

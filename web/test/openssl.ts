import { execFile } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** OpenSSL in a folder of its own, where `cert.pem` and `key.pem` are those of one person: another program to talk to. */
export async function openOpenssl(pair: { certificate: Uint8Array; pkcs8: Uint8Array }) {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-openssl-'))
  const write = (name: string, bytes: Uint8Array | string) => writeFile(join(folder, name), bytes)
  await write('cert.pem', new X509Certificate(pair.certificate).toString())
  const key = createPrivateKey({ key: Buffer.from(pair.pkcs8), format: 'der', type: 'pkcs8' })
  await write('key.pem', key.export({ type: 'pkcs8', format: 'pem' }))
  return {
    write,
    read: (name: string): Promise<Buffer> => readFile(join(folder, name)),
    run: (...args: string[]) => run('openssl', args, { cwd: folder }),
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A certificate as Node and with it OpenSSL reads it. */
export const asX509 = (der: Uint8Array) => new X509Certificate(der)

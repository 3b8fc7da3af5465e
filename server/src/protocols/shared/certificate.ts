import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import { readPair } from './certificate-files.ts'
import { type CertifiedKey, createSelfSigned } from './self-signed.ts'

interface Wanted {
  /** Files of the administrator; null: one of our own. */
  tls: { keyFile: string; certFile: string } | null
  dataFolder: string
  hostname: string
}

const month = 30 * 24 * 3600 * 1000

/** The key and certificate of the mail ports. Without configured files one is made and kept in the data folder. */
export async function mailCertificate({
  tls,
  dataFolder,
  hostname,
}: Wanted): Promise<CertifiedKey> {
  if (tls) return readPair(tls)
  const folder = join(dataFolder, 'tls')
  const file = join(folder, 'mail.pem')
  const name = domainToASCII(hostname) || 'localhost'
  const kept = await readKept(file, name)
  if (kept) return kept
  const made = await createSelfSigned(name, new Date())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // One file, so that key and certificate can never be of two different runs.
  await writeFile(`${file}.new`, made.key + made.cert, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return made
}

async function readKept(file: string, name: string): Promise<CertifiedKey | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  const at = text?.indexOf('-----BEGIN CERTIFICATE-----') ?? -1
  if (text === null || at <= 0) return null
  const [key, cert] = [text.slice(0, at), text.slice(at)]
  const found = new X509Certificate(cert)
  const fresh = Date.parse(found.validTo) > Date.now() + month
  return fresh && found.checkHost(name) !== undefined ? { key, cert } : null
}

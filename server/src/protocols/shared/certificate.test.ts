import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mailCertificate } from './certificate.ts'

let dataFolder = ''
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'hongyan-tls-'))
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

it('T27 makes a key of its own once, readable for nobody else, and keeps it', async () => {
  const first = await mailCertificate({ tls: null, dataFolder, hostname: 'mail.example.org' })
  const again = await mailCertificate({ tls: null, dataFolder, hostname: 'mail.example.org' })
  expect(again).toEqual(first)
  const certificate = new X509Certificate(first.cert)
  expect(certificate.subject).toBe('CN=mail.example.org')
  expect(certificate.checkHost('mail.example.org')).toBe('mail.example.org')
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(first.key))).toBe(true)
  expect((await stat(join(dataFolder, 'tls/mail.pem'))).mode & 0o077).toBe(0)
})

it('T27 makes a new one for a new name, or when the file is damaged', async () => {
  const first = await mailCertificate({ tls: null, dataFolder, hostname: 'mail.example.org' })
  const renamed = await mailCertificate({ tls: null, dataFolder, hostname: 'mx.example.org' })
  expect(renamed.cert).not.toBe(first.cert)
  await writeFile(join(dataFolder, 'tls/mail.pem'), 'damaged')
  const repaired = await mailCertificate({ tls: null, dataFolder, hostname: 'mx.example.org' })
  expect(new X509Certificate(repaired.cert).checkHost('mx.example.org')).toBe('mx.example.org')
  expect(await readFile(join(dataFolder, 'tls/mail.pem'), 'utf8')).toContain(repaired.cert)
})

it('§Running uses the files of the administrator', async () => {
  const { key, cert } = await mailCertificate({
    tls: null,
    dataFolder,
    hostname: 'mail.example.org',
  })
  const tls = { keyFile: join(dataFolder, 'k.pem'), certFile: join(dataFolder, 'c.pem') }
  await writeFile(tls.keyFile, key)
  await writeFile(tls.certFile, cert)
  expect(await mailCertificate({ tls, dataFolder, hostname: 'x' })).toEqual({ key, cert })
})

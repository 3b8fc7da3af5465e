import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, it } from 'vitest'
import { signDkim, signingDomain } from './dkim.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const resolver = async () => {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return [[`v=DKIM1; k=rsa; p=${der.toString('base64')}`]]
}

const verify = async (raw: Buffer) =>
  (await dkimVerify(raw, { resolver })).results.map((one) => one.status.result)

const head =
  'From: =?UTF-8?B?5byg?= <wei@Example.TEST>\r\nTo: a@other.test\r\nSubject:  a\r\n\tb\r\n'

it.each([
  ['a short body', 'body\r\n'],
  ['no body', ''],
  ['dots and empty lines at the end', '.\r\n..\r\n\r\n\r\n'],
  ['blanks at line ends', 'a \t\r\n b\t\r\n'],
  ['a body over many slices', 'line of text\r\n'.repeat(100_000)],
])('COMPOSE-05 signs %s so that another implementation accepts it', async (_what, body) => {
  const raw = Buffer.from(`${head}\r\n${body}`)
  expect(signingDomain(raw)).toBe('example.test')
  const signed = await signDkim(raw, 'example.test', { selector: 'hongyan', privateKey })
  expect(signed.subarray(signed.length - raw.length).equals(raw)).toBe(true)
  expect(await verify(signed)).toEqual(['pass'])
  const changed = Buffer.from(
    signed.toString('latin1').replace('other.test', 'evil.test'),
    'latin1',
  )
  expect(await verify(changed)).toEqual(['fail'])
})

import { createHash, createHmac } from 'node:crypto'

/** The key of an account at a cloud provider. */
export interface CloudKey {
  id: string
  secret: string
}

/** A call of a provider's API, as it is signed: POST to `/`. */
export interface CloudCall {
  host: string
  action: string
  version: string
  /** Parameters of the address. */
  query: Readonly<Record<string, string>>
  body: string
  at: Date
}

/**
 * Headers of a call signed by Aliyun's signature V3 (ACS3-HMAC-SHA256): all of ours are signed. `nonce`: no call is taken
 * twice.
 */
export function aliyunHeaders(
  { host, action, version, query, body, at }: CloudCall,
  key: CloudKey,
  nonce: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': at.toISOString().replace(/\.\d+/, ''),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const { text, signed } = canonical({ query, headers, hash: sha256(body) })
  const signature = hmac(key.secret, `ACS3-HMAC-SHA256\n${sha256(text)}`).toString('hex')
  const parts = [`Credential=${key.id}`, `SignedHeaders=${signed}`, `Signature=${signature}`]
  return { ...headers, authorization: `ACS3-HMAC-SHA256 ${parts.join(',')}` }
}

const jsonType = 'application/json; charset=utf-8'

/** Headers of a call with a JSON body, signed by Tencent Cloud's signature V3 (TC3-HMAC-SHA256), `region` as it is called there. */
export function tencentHeaders(
  { host, action, version, query, body, at }: CloudCall,
  key: CloudKey,
  region: string,
): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1000))
  const day = at.toISOString().slice(0, 10)
  const service = host.split('.')[0] ?? ''
  const signedHeaders = { 'content-type': jsonType, host }
  const { text, signed } = canonical({ query, headers: signedHeaders, hash: sha256(body) })
  const scope = `${day}/${service}/tc3_request`
  // The key is never used itself: one of a day and a service is made of it.
  const ofService = hmac(hmac(`TC3${key.secret}`, day), service)
  const toSign = `TC3-HMAC-SHA256\n${time}\n${scope}\n${sha256(text)}`
  const signature = hmac(hmac(ofService, 'tc3_request'), toSign).toString('hex')
  const parts = [
    `Credential=${key.id}/${scope}`,
    `SignedHeaders=${signed}`,
    `Signature=${signature}`,
  ]
  return {
    ...signedHeaders,
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-timestamp': time,
    ...(region !== '' && { 'x-tc-region': region }),
    authorization: `TC3-HMAC-SHA256 ${parts.join(', ')}`,
  }
}

/** An address's parameters in the order and the spelling that are signed (RFC 3986 §2.3). */
export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${strictly(name)}=${strictly(value)}`)
    .sort()
    .join('&')

const strictly = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

interface Canonical {
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  /** Of the body. */
  hash: string
}

/** What both providers sign: method, path, parameters, the signed headers by their names, and the hash of the body. */
function canonical({ query, headers, hash }: Canonical): { text: string; signed: string } {
  const names = Object.keys(headers).sort()
  const signed = names.join(';')
  const lines = names.map((name) => `${name}:${headers[name] ?? ''}\n`).join('')
  return { text: ['POST', '/', canonicalQuery(query), lines, signed, hash].join('\n'), signed }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

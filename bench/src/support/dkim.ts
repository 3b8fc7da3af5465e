import { createHash, createSign, generateKeyPairSync } from 'node:crypto'

/** A signer for one domain and the DNS record that proves it (RFC 6376, rsa-sha256, simple/simple). */
export interface Signer {
  /** Name and text of the record to publish. */
  record: { name: string; text: string }
  sign(raw: Buffer): Buffer
}

export function createSigner(domain: string): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    record: { name: `bench._domainkey.${domain}`, text: `v=DKIM1; k=rsa; p=${key}` },
    sign: (raw) => {
      const end = raw.indexOf('\r\n\r\n')
      const header = raw.toString('latin1', 0, end + 2)
      const body = raw.toString('latin1', end + 4).replace(/(\r\n)*$/, '\r\n')
      const bodyHash = createHash('sha256').update(body, 'latin1').digest('base64')
      const fields = ['from', 'to', 'subject', 'date', 'message-id'].map((name) =>
        field(header, name),
      )
      const own = `DKIM-Signature: v=1; a=rsa-sha256; c=simple/simple; d=${domain}; s=bench;\r\n h=from:to:subject:date:message-id; bh=${bodyHash};\r\n b=`
      const signature = createSign('sha256')
        .update(`${fields.join('')}${own}`, 'latin1')
        .sign(privateKey, 'base64')
      return Buffer.concat([Buffer.from(`${own}${signature}\r\n`, 'latin1'), raw])
    },
  }
}

/** A header field as it stands, with its line ends. */
function field(header: string, name: string): string {
  const found = new RegExp(`^${name}:[^\\r]*\\r\\n(?:[ \\t][^\\r]*\\r\\n)*`, 'im').exec(header)
  if (!found) throw new Error(`no ${name} to sign`)
  return found[0]
}

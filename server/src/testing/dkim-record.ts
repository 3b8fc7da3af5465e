import { createPublicKey } from 'node:crypto'

/** DNS as it answers where the key of example.test is published, and nothing else. */
export function dkimRecord(privateKey: string) {
  return async (name: string, type: string): Promise<string[][]> => {
    if (type !== 'TXT' || !name.includes('._domainkey.example.test'))
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
    return [[`v=DKIM1; k=rsa; p=${der.toString('base64')}`]]
  }
}

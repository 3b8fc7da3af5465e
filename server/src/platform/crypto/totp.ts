import { createHmac, randomBytes } from 'node:crypto'

/** RFC 6238 with what every authenticator takes: SHA-1, 30 seconds, six digits. */
const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newTotpSecret = (): Buffer => randomBytes(20)

/** Base32 without padding (RFC 4648 §6), as authenticators ask for it. */
export function base32(bytes: Buffer): string {
  let [bits, value, text] = [0, 0, '']
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

/** What an authenticator reads from a QR code. */
export function otpauthUrl(
  secret: Buffer,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

/** The step in which a code is right, one before and one after now allowed (RFC 6238 §5.2); null when it is wrong. */
export function totpStep(secret: Buffer, code: string, now: Date): number | null {
  const given = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(given)) return null
  const current = Math.floor(now.getTime() / 1000 / stepSeconds)
  return (
    [current, current - 1, current + 1].find((step) => totpCode(secret, step) === given) ?? null
  )
}

/** The code of a time step (RFC 4226 §5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

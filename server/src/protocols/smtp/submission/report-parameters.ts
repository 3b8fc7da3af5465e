import type { MailWishes, RecipientWishes } from '../../../delivery/outbound/report-wishes.ts'

type Parameters = Record<string, string | true> | false

/** RFC 3461 §4.4: at most 100 characters of printable ASCII, before and behind the decoding. */
export const isGoodEnvid = (given: Parameters): boolean => {
  const envid = given ? given.ENVID : undefined
  return envid === undefined || isPrintable(envid, 100)
}

/** RFC 3461 §4.2: at most 500 characters; the library has looked at `type;address`. */
export const isGoodOrcpt = (given: Parameters): boolean => {
  const orcpt = given ? given.ORCPT : undefined
  return orcpt === undefined || isPrintable(orcpt, 500)
}

const isPrintable = (text: string | true, longest: number): boolean =>
  typeof text === 'string' && text.length <= longest && /^[\x20-\x7e]+$/.test(text)

/** What the library read behind MAIL FROM. */
export const mailWishes = (
  dsn: { ret?: string | null; envid?: string | null } | null | undefined,
): MailWishes => ({
  ret: dsn?.ret === 'FULL' || dsn?.ret === 'HDRS' ? dsn.ret : null,
  envid: dsn?.envid ?? null,
})

/** What the library read behind RCPT TO. */
export const recipientWishes = (
  dsn: { notify?: string[] | null; orcpt?: string | null } | null | undefined,
): RecipientWishes => ({ notify: dsn?.notify?.join(',') || null, orcpt: dsn?.orcpt ?? null })

/** A question without an answer; `code` is one of node:dns (ENOTFOUND, ENODATA, ETIMEOUT, …). */
export class DnsError extends Error {
  readonly code: string

  constructor(code: string, name: string) {
    super(`${code} ${name}`.trim())
    this.name = 'DnsError'
    this.code = code
  }
}

/** True when no server could be asked, so that another name would fare no better. */
export const isServerTrouble = (code: string): boolean =>
  code === 'ETIMEOUT' ||
  code === 'ECONNREFUSED' ||
  code === 'ENETUNREACH' ||
  code === 'EHOSTUNREACH'

/** True when the answer is that there is no such record, which another try will not change. */
export const isAbsent = (thrown: unknown): boolean =>
  thrown instanceof DnsError && (thrown.code === 'ENOTFOUND' || thrown.code === 'ENODATA')

/** A question without an answer; `code` is one of node:dns (ENOTFOUND, ENODATA, ETIMEOUT, …). */
export class DnsError extends Error {
  readonly code: string

  constructor(code: string, name: string) {
    const depth = Error.stackTraceLimit
    // Nearly every mail asks for a record that is not there: an answer, whose stack nobody reads.
    Error.stackTraceLimit = 0
    super(`${code} ${name}`.trim())
    Error.stackTraceLimit = depth
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

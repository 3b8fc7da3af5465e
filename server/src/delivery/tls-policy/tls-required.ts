/** Enough for the header of any mail that we make. */
const headBytes = 64 * 1024

/** Whether the sender wants a mail to arrive rather than to be kept from listeners (RFC 8689 §4, `TLS-Required: No`). */
export function wantsNoTlsPolicy(raw: Buffer): boolean {
  const end = raw.subarray(0, headBytes).indexOf('\r\n\r\n')
  const head = raw.subarray(0, end < 0 ? headBytes : end)
  return head
    .toString('latin1')
    .split('\r\n')
    .some((line) => /^tls-required:[ \t]{0,80}no[ \t]{0,80}$/i.test(line))
}

const mostAddresses = 4

/**
 * Where a domain wants reports about how mail to it was secured (RFC 8460 §3): addresses of mail. Reports by HTTPS are not
 * sent.
 * @param records the TXT records of `_smtp._tls.` and the domain
 */
export function reportAddresses(records: readonly (readonly string[])[]): string[] {
  const wishes = records
    .map((parts) => parts.join(''))
    .filter((text) => /^v=TLSRPTv1[ \t]{0,9};/.test(text))
  const [one] = wishes
  if (one === undefined || wishes.length > 1) return []
  const rua = one
    .split(';')
    .map((field) => field.trim())
    .find((field) => field.startsWith('rua='))
  return (rua ?? '')
    .slice('rua='.length)
    .split(',')
    .flatMap((uri) => addressOf(uri.trim()) ?? [])
    .slice(0, mostAddresses)
}

function addressOf(uri: string): string | null {
  if (!/^mailto:/i.test(uri)) return null
  const [address = ''] = uri.slice('mailto:'.length).split('?')
  return /^[^\s@<>",;%]{1,64}@[a-z0-9.-]{1,253}$/i.test(address) ? address : null
}

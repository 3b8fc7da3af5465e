import type { MessageDetail } from '@hongyan/contract/messages'

type Results = NonNullable<MessageDetail['authentication']>

/**
 * What the checks of the sending server say to a person: `verified` the sender's own domain vouches for
 * the mail; `failed` a check failed and none outweighs it; `unverified` nobody vouches.
 */
export type Verdict = 'verified' | 'unverified' | 'failed'

export function judge({ spf, dkim, dmarc, domain }: Results, address: string): Verdict {
  if (dmarc === 'pass') return 'verified'
  if ([spf, dkim, dmarc].includes('fail')) return 'failed'
  return domain !== null && belongs(address, domain) ? 'verified' : 'unverified'
}

function belongs(address: string, domain: string): boolean {
  const own = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const vouching = domain.toLowerCase()
  return own === vouching || own.endsWith(`.${vouching}`)
}

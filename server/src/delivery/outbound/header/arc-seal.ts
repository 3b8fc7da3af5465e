import { sealMessage } from 'mailauth/lib/arc/index.js'
import type { Authentication } from '../../../mailstore/types.ts'
import { joinInTurns } from '../../../platform/in-turns.ts'
import { fieldsOf } from '../canonical-bytes.ts'
import type { DkimKey } from '../types.ts'
import { inSlices } from './dkim.ts'

/** Of a longer header no chain is read (dkim.ts of inbound), so none is added to. */
const maxHeader = 256 * 1024

interface Sealing {
  /** Who passes it on: the domain of the group, or of the mailbox whose rule says so. */
  domain: string
  key: DkimKey
  /** What was found when it came in. */
  authentication: Authentication
  hostname: string
}

/**
 * A foreign mail that is passed on, with what we found about its author sealed in front of it (RFC 8617): whoever trusts us may
 * take our word where the way over us broke SPF. The author's bytes stay as they are; a chain that is broken or full is left.
 */
export async function sealArc(raw: Buffer, sealing: Sealing): Promise<Buffer> {
  const { domain, key, authentication, hostname } = sealing
  if (fieldsOf(raw).length > maxHeader) return raw
  const seal = await sealMessage(inSlices(raw), {
    signingDomain: domain,
    selector: key.selector,
    privateKey: key.privateKey,
    authResults: resultsOf(hostname, authentication),
    cv: chainOf(authentication.arc),
  })
  return seal.length === 0 ? raw : joinInTurns([seal, raw])
}

const chainOf = (arc: string): 'none' | 'pass' | 'fail' =>
  arc === 'none' || arc === 'pass' ? arc : 'fail'

/** RFC 8601 §2.2. What the domain in it was proven by is the first of these that says pass. */
function resultsOf(hostname: string, found: Authentication): string {
  const { spf, dkim, dmarc, arc, domain } = found
  const of = (name: string, result: string): string =>
    result === 'pass' && domain !== null ? ` ${name}=${domain}` : ''
  return [
    hostname,
    `spf=${word(spf)}${dmarc === 'pass' || dkim === 'pass' ? '' : of('smtp.mailfrom', spf)}`,
    `dkim=${word(dkim)}${dmarc === 'pass' ? '' : of('header.d', dkim)}`,
    `dmarc=${word(dmarc)}${of('header.from', dmarc)}`,
    `arc=${word(arc)}`,
  ].join('; ')
}

/** A result as its methods write them; rows are ours, and still nothing else gets into a header. */
const word = (result: string): string => (/^[a-z]{1,20}$/.test(result) ? result : 'none')

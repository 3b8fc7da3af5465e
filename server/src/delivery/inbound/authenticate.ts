import type { Address } from '@hongyan/mime/types'
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js'
import type { Authentication } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import { domainOf } from '../../platform/names/domain-of.ts'
import type { DnsResolver } from '../dns/resolver.ts'
import { checkSignatures, type Signature, type SignatureResults } from './dkim.ts'
import type { HeaderScan } from './header-scan.ts'
import { mailauthResolver } from './mailauth-resolver.ts'
import { createSpf, type Spf, type SpfResult } from './spf.ts'
import type { MethodResult } from './trace.ts'
import type { InboundMail } from './types.ts'

/** What is known about who sent a mail. */
export interface AuthenticationReport {
  summary: Authentication
  results: MethodResult[]
  /** Somebody vouches for the envelope sender, so that a report or an automatic answer reaches who wrote the mail. */
  senderProven: boolean
  /** What the domain in From asks for (DMARC) when the mail fails: 'none' also when it does not. */
  policy: 'none' | 'quarantine' | 'reject'
}

export interface Authenticator {
  /** SPF, DKIM, DMARC and ARC of a mail; DNS trouble gives `temperror`, hostile text never a throw. */
  check(mail: InboundMail, header: Header): Promise<AuthenticationReport>
}

/** What a mail says of itself. */
interface Header {
  scan: HeaderScan
  /** Of all its From fields together. */
  from: readonly Address[]
}

/** All DNS questions about one mail together, in ms. */
const budget = 4_000
const maxAuthors = 100
const maxFields = 10
/** Author domains of one mail that are asked about. */
const maxDomains = 10

interface Options {
  resolver: DnsResolver
  hostname: string
  clock: Clock
}

export function createAuthenticator({ resolver, hostname, clock }: Options): Authenticator {
  const spf = createSpf({ hostname, clock })
  return {
    check: async (mail, { scan, from }) => {
      const limited = resolver.within(budget)
      const [sent, signed] = await Promise.all([
        isDirect(mail) ? checkSender(spf, mail, limited) : notChecked,
        checkSignatures({ raw: mail.raw, scan, longestLine: mail.longestLine, resolver: limited }),
      ])
      const dmarc = await checkAuthor({ scan, from }, { sent, signed, resolver: limited })
      return report({ mail, sent, signed, dmarc: isDirect(mail) ? dmarc : onlyIfPassed(dmarc) })
    },
  }
}

/**
 * LMTP comes from the site's own server: its address says nothing about the sender, whom that server
 * has judged already. Signatures still speak for themselves.
 */
const isDirect = (mail: InboundMail): boolean => mail.peer.protocol !== 'LMTP'

const notChecked: SpfResult = { result: 'none', domain: '', personal: false }

const onlyIfPassed = (dmarc: Dmarc): Dmarc =>
  dmarc.result === 'pass' ? dmarc : { result: 'none', domain: dmarc.domain, policy: 'none' }

const checkSender = (
  spf: Spf,
  { peer, sender }: InboundMail,
  resolver: DnsResolver,
): Promise<SpfResult> =>
  spf
    .check({ ip: peer.ip, helo: peer.helo, sender, resolver })
    .catch(() => ({ result: 'permerror', domain: '', personal: false }))

interface Dmarc {
  result: string
  domain: string
  policy: AuthenticationReport['policy']
}

interface Evidence {
  sent: SpfResult
  signed: SignatureResults
  resolver: DnsResolver
}

/** A signature that leaves a part of the body out says nothing about what was added there (l=). */
const counts = (one: Signature): boolean => one.result === 'pass' && one.underSized === undefined

/**
 * DMARC of every domain in From; the strictest counts (RFC 7489 §6.6.1). With several domains or From fields none of them
 * is the author (RFC 9989 §5.3.1), so nothing passes; yet one that disowns the mail is heard, for it may be the one shown.
 */
async function checkAuthor({ scan, from: authors }: Header, evidence: Evidence): Promise<Dmarc> {
  const from = scan.fields.filter((field) => field.name === 'from')
  // An entry without a usable address stays in the list: then there is no single author to speak of.
  const addresses = authors.slice(0, maxAuthors).map((one) => one.address || one.name)
  const isCut = from.length > maxFields || authors.length >= maxAuthors
  try {
    const found = await judge(evidence, { headerFrom: addresses, fromFields: from.length })
    if (found.response && !isCut) return dmarcOf(found.response)
    const domains = found.authorDomains ?? []
    // More than anybody writes: one of them may hide behind the limit.
    if (isCut || domains.length > maxDomains)
      return { result: 'permerror', domain: '', policy: 'quarantine' }
    const each = await Promise.all(
      domains.map(async (domain) => {
        const { response } = await judge(evidence, { headerFrom: [domain], fromFields: 1 })
        return response ? dmarcOf(response) : nothingSaid
      }),
    )
    const failed = each.filter((one) => one.result === 'fail')
    const strictest = failed.sort((a, b) => strength(b) - strength(a))[0]
    return (
      strictest ?? (addresses.length > 1 ? { ...nothingSaid, result: 'permerror' } : nothingSaid)
    )
  } catch {
    return { ...nothingSaid, result: 'permerror' }
  }
}

const nothingSaid: Dmarc = { result: 'none', domain: '', policy: 'none' }
const policies: readonly string[] = ['none', 'quarantine', 'reject']
const strength = ({ policy }: Dmarc): number => policies.indexOf(policy)

interface Authors {
  headerFrom: string[]
  fromFields: number
}

const judge = ({ sent, signed, resolver }: Evidence, authors: Authors) =>
  evaluateDmarc({
    ...authors,
    spfDomains: sent.result === 'pass' ? [sent.domain] : [],
    dkimDomains: signed.signatures.filter(counts).map(({ domain }) => ({ domain })),
    resolver: mailauthResolver(resolver),
    strict: true,
  })

type Judged = Exclude<Awaited<ReturnType<typeof judge>>['response'], false>

function dmarcOf(response: Judged): Dmarc {
  const { result } = response.status
  const asked = result === 'fail' ? response.policy : 'none'
  return {
    result,
    domain: response.status.header?.from ?? '',
    policy: asked === 'reject' || asked === 'quarantine' ? asked : 'none',
  }
}

interface Findings {
  mail: InboundMail
  sent: SpfResult
  signed: SignatureResults
  dmarc: Dmarc
}

function report({ mail, sent, signed, dmarc }: Findings): AuthenticationReport {
  const passed = signed.signatures.find(counts)
  const dkim = passed ?? signed.signatures[0]
  return {
    policy: dmarc.policy,
    senderProven: isSenderProven({ mail, sent, signed, dmarc }),
    results: [
      { method: 'spf', result: sent.result, properties: spfProperties(mail, sent) },
      ...(signed.signatures.length > 0
        ? signed.signatures.map(signatureLine)
        : [{ method: 'dkim' as const, result: 'none', properties: [] }]),
      {
        method: 'dmarc',
        result: dmarc.result,
        ...(dmarc.policy === 'none' ? {} : { comment: `p=${dmarc.policy}` }),
        properties: dmarc.domain === '' ? [] : [['header.from', dmarc.domain]],
      },
      { method: 'arc', result: signed.arc, properties: [] },
    ],
    summary: {
      spf: sent.result,
      dkim: passed ? 'pass' : dkim ? (dkim.result === 'pass' ? 'policy' : dkim.result) : 'none',
      dmarc: dmarc.result,
      arc: signed.arc,
      domain: provenDomain({ sent, dmarc, passed }),
    },
  }
}

/**
 * A forged sender must not be told of mail that it never sent (backscatter). The site's own server, which speaks LMTP,
 * has judged the sender before.
 */
function isSenderProven({ mail, sent, signed }: Findings): boolean {
  if (mail.sender === '') return false
  if (!isDirect(mail) || sent.result === 'pass') return true
  const domain = domainOf(mail.sender)
  return signed.signatures.filter(counts).some((one) => {
    const signer = one.domain.toLowerCase()
    return domain === signer || domain.endsWith(`.${signer}`)
  })
}

/** The domain that somebody vouches for, best evidence first. */
function provenDomain(proof: {
  sent: SpfResult
  dmarc: Dmarc
  passed: Signature | undefined
}): string | null {
  if (proof.dmarc.result === 'pass') return proof.dmarc.domain
  if (proof.passed) return proof.passed.domain.toLowerCase()
  return proof.sent.result === 'pass' ? proof.sent.domain : null
}

/** RFC 8601 §2.7.2: the identity that was checked, without its local part. */
function spfProperties({ sender, peer }: InboundMail, { domain }: SpfResult): [string, string][] {
  if (domain === '') return []
  return [sender === '' ? ['smtp.helo', peer.helo] : ['smtp.mailfrom', domain]]
}

function signatureLine(one: Signature): MethodResult {
  const properties: [string, string][] = []
  if (one.domain !== '') properties.push(['header.d', one.domain])
  if (one.selector !== '') properties.push(['header.s', one.selector])
  if (one.prefix !== '') properties.push(['header.b', one.prefix])
  const comment = one.underSized ? 'covers only part of the body' : one.comment
  const result = one.result === 'pass' && one.underSized ? 'policy' : one.result
  return { method: 'dkim', result, ...(comment === '' ? {} : { comment }), properties }
}

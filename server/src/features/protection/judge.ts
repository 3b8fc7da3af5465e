import type { JudgementReason, ProtectionSettings } from '@hongyan/contract/protection-fields'
import type { SenderWarning } from '@hongyan/contract/reader-fields'
import type { Envelope } from '@hongyan/mime/types'
import type { DnsResolver } from '../../delivery/dns/resolver.ts'
import type { AuthenticationReport } from '../../delivery/inbound/authenticate.ts'
import type { HeaderScan } from '../../delivery/inbound/header-scan.ts'
import type { Judge, Judged } from '../../delivery/inbound/judge.ts'
import type { CopyPlan, InboundMail, Recipient, Reply } from '../../delivery/inbound/types.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Authentication } from '../../mailstore/types.ts'
import { isConnectionLoss } from '../../platform/db/connections.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Bayes } from './bayes/bayes.ts'
import { mostText } from './bayes/words.ts'
import {
  authenticationReasons,
  bayesReasons,
  dnsListReasons,
  isImpersonating,
  rspamdReasons,
  virusReason,
  warningReasons,
} from './built-in.ts'
import { listedOn } from './dns-lists.ts'
import type { Engines } from './engines/engines.ts'
import { claimedFields, type Judgement, type Outcome, outcomeOf, traceOf } from './judgement.ts'
import type { Known } from './known.ts'
import { haveMet } from './protection.queries.ts'
import type { Quarantine } from './quarantine.ts'
import { verdictOn } from './senders.ts'
import type { Greylist } from './strangers/greylist.ts'

export interface JudgeOptions {
  database: Database
  mailstore: Pick<Mailstore, 'plainText'>
  dns: DnsResolver
  dnsLists: readonly string[]
  engines: Engines
  bayes: Pick<Bayes, 'chance'>
  known: Known
  quarantine: Pick<Quarantine, 'keep'>
  greylist: Pick<Greylist, 'ask'>
  /** What the reader would warn of: names, domains and addresses that look like ours. */
  warningsAbout(mail: {
    organisationId: OrganisationId
    envelope: Envelope
    authentication: Authentication
    isList: boolean
    isKnown(address: string): Promise<boolean>
  }): Promise<SenderWarning[]>
  hostname: string
  log: Log
  metrics: Metrics
}

/** The one judgement about mail from outside (ADR 46). */
export function createJudge(options: JudgeOptions): Judge {
  const { known, metrics, hostname } = options
  return async (mail, { scan, envelope, report }) => {
    const [organisation, settings] = [await known.organisation(), await known.settings()]
    if (organisation === null)
      return { trace: '', claims: claimedFields, decide: async (_, plan) => plan }
    const about: About = { mail, scan, report, envelope, organisation, settings }
    const judgement = await judgementOf(options, about)
    const listed = await known.list()
    const isProven = isProvenAuthor(report, envelope)
    const said = { organisation: senderVerdict(listed, mail, envelope), isProven }
    const decide: Judged['decide'] = async (recipient, plan) => {
      const own = senderVerdict(await known.listOf(recipient.accountId), mail, envelope)
      const outcome = boundBy(mail, recipient, outcomeOf(judgement, settings, { ...said, own }))
      const later = await strangerReply(options, about, {
        recipient,
        outcome,
        isAllowed: isProven && (own ?? said.organisation) === 'allow',
      })
      metrics.count('hongyan_protection_mails_total', {
        outcome: later ? 'greylisted' : outcome.kind,
      })
      if (later) return later
      return carryOut(options, about, { judgement, outcome, plan, recipient })
    }
    return { trace: traceOf(judgement, settings, hostname), claims: claimedFields, decide }
  }
}

interface About {
  mail: InboundMail
  scan: HeaderScan
  report: AuthenticationReport
  envelope: Envelope
  organisation: OrganisationId
  settings: ProtectionSettings
}

/** The programs beside and our own judgement, at the same time. */
async function judgementOf(options: JudgeOptions, about: About): Promise<Judgement> {
  const { mail, settings } = about
  const { engines } = options
  const [rspamd, clamd, own] = await Promise.all([
    engines.rspamd({
      raw: mail.raw,
      sender: mail.sender,
      recipients: mail.recipients.map((one) => one.address),
      ip: mail.peer.ip,
      helo: mail.peer.helo,
      queueId: mail.id,
    }),
    engines.clamd(mail.raw),
    settings.builtIn ? builtIn(options, about) : [],
  ])
  const virus = clamd?.kind === 'said' ? clamd.verdict : null
  // Rspamd weighs what our own judgement weighs, and more: its score stands for both.
  const reasons = rspamd?.kind === 'said' ? rspamdReasons(rspamd.verdict.symbols) : own
  const score =
    rspamd?.kind === 'said'
      ? rspamdScore(rspamd.verdict, settings)
      : own.reduce((sum, { points }) => sum + points, 0)
  return {
    score,
    reasons: [...(virus === null ? [] : [virusReason(virus)]), ...reasons],
    virus,
    isImpersonating: isImpersonating(own),
    unchecked: [
      ...(rspamd?.kind === 'silent' ? ['rspamd'] : []),
      ...(clamd?.kind === 'silent' ? ['clamd'] : []),
    ],
  }
}

/** Its own `reject` is at least our quarantine, whatever the numbers of its configuration. */
const rspamdScore = (
  { score, action }: { score: number; action: string },
  { junkAt, quarantineAt }: ProtectionSettings,
): number => {
  if (action === 'reject') return Math.max(score, quarantineAt)
  return action === 'add header' || action === 'rewrite subject' ? Math.max(score, junkAt) : score
}

/** What we find ourselves. A part that cannot be asked says nothing. */
async function builtIn(options: JudgeOptions, about: About): Promise<JudgementReason[]> {
  const { dns, dnsLists, bayes, mailstore, log } = options
  const { mail, report, envelope, organisation } = about
  const or = async <T>(work: Promise<T>, nothing: T): Promise<T> =>
    work.catch((thrown: unknown) => {
      if (isConnectionLoss(thrown)) throw thrown
      log.error({ err: thrown, mail: mail.id }, 'a part of the judgement failed')
      return nothing
    })
  const isDirect = mail.peer.protocol !== 'LMTP'
  const { subject } = envelope
  const fromAddress = envelope.from[0]?.address ?? ''
  const text = () => mailstore.plainText(mail.raw, mostText)
  const [warnings, lists, chance] = await Promise.all([
    or(warningsOf(options, about), []),
    isDirect ? or(listedOn(dns, dnsLists, mail.peer.ip), []) : [],
    or(bayes.chance(organisation, { subject, fromAddress }, text), null),
  ])
  return [
    ...authenticationReasons(report),
    ...warningReasons(warnings),
    ...dnsListReasons(lists),
    ...bayesReasons(chance),
  ]
}

function warningsOf(
  { database, warningsAbout }: JudgeOptions,
  { mail, scan, report, envelope, organisation }: About,
): Promise<SenderWarning[]> {
  const accounts = mail.recipients.map((one) => one.mailbox.accountId)
  return warningsAbout({
    organisationId: organisation,
    envelope,
    authentication: report.summary,
    isList: scan.fields.some((field) => field.name === 'list-id'),
    // Known to one of those who get it.
    isKnown: async (address) => (await haveMet(database, accounts, address)).length > 0,
  })
}

/** One author, for whom the own domain vouches: only of such a one it can be said that it is allowed. */
function isProvenAuthor({ summary }: AuthenticationReport, { from }: Envelope): boolean {
  const [only] = from
  if (!only || from.length !== 1 || summary.domain === null) return false
  const domain = only.address.slice(only.address.lastIndexOf('@') + 1).toLowerCase()
  const proven = summary.domain.toLowerCase()
  return domain === proven || domain.endsWith(`.${proven}`)
}

/** A blocked one is blocked wherever it stands; an allowed one must be the author. */
function senderVerdict(
  list: Awaited<ReturnType<Known['list']>>,
  { sender }: InboundMail,
  { from }: Envelope,
): 'allow' | 'block' | null {
  if (list.size === 0) return null
  const said = from.slice(0, 10).map(({ address }) => verdictOn(list, address))
  if (said.includes('block') || verdictOn(list, sender) === 'block') return 'block'
  return said[0] ?? null
}

/**
 * Nobody reads the mail of a group in its mailbox, so nothing is held there: its door refuses. Over LMTP a refusal would
 * make the site's own server write to a forged sender: what is refused elsewhere is held.
 */
function boundBy({ peer }: InboundMail, { isGroup = false }: Recipient, outcome: Outcome): Outcome {
  if (outcome.kind === 'hold' && isGroup) return { kind: 'refuse', class: outcome.class }
  if (outcome.kind === 'refuse' && peer.protocol === 'LMTP' && !isGroup)
    return { kind: 'hold', class: outcome.class }
  return outcome
}

interface Stranger {
  recipient: Recipient
  outcome: Outcome
  isAllowed: boolean
}

/**
 * Greylisting, once all is known: who is allowed, and a proven sender that the mailbox knows, never wait; nor does what is
 * refused or held anyway. A mail of ours comes by another door.
 */
async function strangerReply(
  { database, greylist }: JudgeOptions,
  { mail, report, envelope, settings }: About,
  { recipient, outcome, isAllowed }: Stranger,
): Promise<Reply | null> {
  if (!settings.greylist || mail.peer.protocol === 'LMTP' || isAllowed) return null
  if (outcome.kind === 'refuse' || outcome.kind === 'hold') return null
  const { accountId } = recipient
  const address = envelope.from[0]?.address.toLowerCase() ?? ''
  if (report.senderProven && (await haveMet(database, [accountId], address)).length > 0) return null
  const triplet = { ip: mail.peer.ip, sender: mail.sender, accountId }
  return greylist.ask(triplet, settings.greylistMinutes)
}

interface Decided {
  judgement: Judgement
  outcome: Outcome
  plan: CopyPlan
  recipient: Recipient
}

const refusals: Record<string, string> = {
  virus: 'This mail holds malware and is not accepted',
  blocked: 'Mail from this sender is not accepted here',
  phishing: 'This mail is not accepted: it looks like a forgery',
  spam: 'This mail is not accepted: it looks like spam',
}

async function carryOut(
  { quarantine }: JudgeOptions,
  { mail, envelope, organisation, settings }: About,
  { judgement, outcome, plan, recipient }: Decided,
): Promise<CopyPlan | Reply | ReturnType<Quarantine['keep']>> {
  if (outcome.kind === 'refuse')
    return { code: 550, status: '5.7.1', text: refusals[outcome.class] ?? 'Not accepted' }
  if (outcome.kind === 'junk') return { ...plan, folder: 'junk', notify: false }
  if (outcome.kind === 'deliver') return plan
  const { score, reasons } = judgement
  const held = { class: outcome.class, score, reasons, envelopeFrom: mail.sender, envelope }
  return quarantine.keep({ ...held, organisation, recipient, keepDays: settings.keepDays })
}

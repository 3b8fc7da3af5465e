import type { Judge } from '../../delivery/inbound/judge.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { MailChecks } from '../assistant/assistant.public.ts'
import { type ConsoleActs, type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { type BayesOptions, createBayes } from './bayes/bayes.ts'
import { type DigestOptions, sendDigests } from './digest.ts'
import type { ClamdPlace } from './engines/clamd.ts'
import { createEngines } from './engines/engines.ts'
import { createJudge, type JudgeOptions } from './judge.ts'
import { createKnown } from './known.ts'
import { protectionRoutes } from './protection.routes.ts'
import { createProtectionService } from './protection.service.ts'
import { protectionConsoleRoutes } from './protection-console.routes.ts'
import { createQuarantine, type QuarantineOptions } from './quarantine.ts'
import { createReports } from './reports/reports.ts'
import { reportConsoleRoutes } from './reports/reports-console.routes.ts'
import { createGreylist } from './strangers/greylist.ts'
import { createNetworkLimits } from './strangers/network-limits.ts'
import { createWaves } from './waves/waves.ts'

type Options = QuarantineOptions &
  Pick<DigestOptions, 'origin' | 'settings'> &
  Pick<BayesOptions, 'jobs' | 'key'> &
  Pick<JudgeOptions, 'dns' | 'dnsLists' | 'hostname' | 'log' | 'metrics' | 'warningsAbout'> & {
    events: Parameters<typeof createKnown>[0]['events']
    directory: DigestOptions['directory'] & {
      organisation(): Promise<{ id: OrganisationId } | null>
    }
    rspamdUrl: string | null
    clamd: ClamdPlace | null
    acts: ConsoleActs
    checks: MailChecks
    consoleSessions: Pick<ConsoleSessions, 'adminOf'>
  }

/** Programs and lists beside that help to judge. */
export interface ProtectionConfig {
  rspamdUrl: string | null
  clamd: ClamdPlace | null
  dnsLists: string[]
}

/** Protection of what comes in (ADR 46): one judgement at delivery, lists of senders, quarantine. */
export function protectionFeature(options: Options): Feature {
  const { acts, consoleSessions, checks } = options
  const known = createKnown(options)
  const engines = createEngines(options)
  const quarantine = createQuarantine(options)
  const bayes = createBayes({
    ...options,
    organisation: known.organisation,
    learns: async () => (await known.settings()).learn,
  })
  const greylist = createGreylist(options)
  const networks = createNetworkLimits(options.clock)
  const judge: Judge = createJudge({ ...options, known, engines, quarantine, bayes, greylist })
  const waves = createWaves({
    ...options,
    keepDays: async () => (await known.settings()).keepDays,
  })
  const reports = createReports({ ...options, bayes, organisation: known.organisation })
  const service = createProtectionService({ ...options, known, engines, quarantine, bayes })
  return {
    judge,
    atRcpt: async (_mailbox, _sender, ip) => {
      const { perNetwork } = await known.settings()
      return ip === null || perNetwork === null ? null : networks.take(ip, perNetwork)
    },
    routes: (http) => protectionRoutes(http, { service, quarantine, known, reports }),
    consoleRoutes: (http) => {
      const door = consoleDoor(http, consoleSessions)
      protectionConsoleRoutes(door, { service, quarantine, waves, acts })
      reportConsoleRoutes(door, { reports, checks, service, waves, acts })
    },
    crons: [
      { at: '17 * * * *', task: 'sweep-quarantine', run: () => quarantine.sweep() },
      {
        // In the morning of where most of the mailboxes are.
        at: '30 23 * * *',
        task: 'quarantine-digest',
        run: () =>
          sendDigests({ ...options, isWanted: async () => (await known.settings()).digest }),
      },
      { at: '57 4 * * *', task: 'sweep-waves', run: () => waves.sweep() },
      {
        at: '7 5 * * *',
        task: 'sweep-reports',
        run: async () => {
          await reports.sweep()
        },
      },
      { at: '27 5 * * *', task: 'sweep-learnt-words', run: () => bayes.sweep() },
      { at: '37 * * * *', task: 'sweep-greylist', run: () => greylist.sweep() },
    ],
  }
}

import type { Clock } from '../../../platform/clock.ts'
import { messageOf } from '../../../platform/errors.ts'
import { createGate } from '../../../platform/gate.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { askClamd, type ClamdPlace } from './clamd.ts'
import { askRspamd, type RspamdMail, type RspamdVerdict } from './rspamd.ts'

/** What a program said, or that there was no answer. Null: it is not configured. */
export type Asked<T> = { kind: 'said'; verdict: T } | { kind: 'silent'; why: string } | null

/** Whether a program is configured, and whether it answered when it was asked last. */
export interface EngineState {
  on: boolean
  answers: boolean | null
}

/** The programs beside that judge mail. */
export interface Engines {
  rspamd(mail: RspamdMail): Promise<Asked<RspamdVerdict>>
  /** The name of a virus, null for none. */
  clamd(raw: Buffer): Promise<Asked<string | null>>
  states(): { rspamd: EngineState; clamd: EngineState }
}

interface Options {
  rspamdUrl: string | null
  clamd: ClamdPlace | null
  clock: Clock
  log: Log
  metrics: Metrics
  /** Longest wait for one answer, in ms. */
  milliseconds?: number
}

/** Mails that one program looks at at once; more wait for their turn, within the same time. */
const atOnce = 6
/** After so many silences in a row a program is left alone for a while, so that mail does not wait for it. */
const patience = 3
const pauseMs = 15_000
/** What is larger is not handed over: the programs refuse it themselves (their limits are 25 to 100 MB). */
const largest = 25 * 1024 * 1024

export function createEngines(options: Options): Engines {
  const { rspamdUrl, clamd, milliseconds = 8_000 } = options
  const forRspamd = createAsking('rspamd', { ...options, on: rspamdUrl !== null, milliseconds })
  const forClamd = createAsking('clamd', { ...options, on: clamd !== null, milliseconds })
  return {
    rspamd: (mail) =>
      rspamdUrl === null
        ? Promise.resolve(null)
        : forRspamd.ask(mail.raw.length, (left) => askRspamd(rspamdUrl, mail, left)),
    clamd: (raw) =>
      clamd === null
        ? Promise.resolve(null)
        : forClamd.ask(raw.length, (left) => askClamd(clamd, raw, left)),
    states: () => ({ rspamd: forRspamd.state(), clamd: forClamd.state() }),
  }
}

interface AskingOptions extends Pick<Options, 'clock' | 'log' | 'metrics'> {
  on: boolean
  milliseconds: number
}

/** Asks one program: so many at once, within a time, and not at all while it is known to be away. */
function createAsking(name: string, { on, clock, log, metrics, milliseconds }: AskingOptions) {
  const gate = createGate({ total: atOnce })
  let silences = 0
  let silentUntil = 0
  let answers: boolean | null = null
  const silent = (why: string): Asked<never> => {
    metrics.count('hongyan_protection_unanswered_total', { program: name })
    return { kind: 'silent', why }
  }
  const failed = (thrown: unknown): Asked<never> => {
    answers = false
    silences++
    if (silences >= patience) silentUntil = clock.now().getTime() + pauseMs
    log.warn({ program: name, reason: messageOf(thrown) }, 'a mail was not looked at')
    return silent(messageOf(thrown).slice(0, 100))
  }
  return {
    state: (): EngineState => ({ on, answers }),
    ask: async <T>(bytes: number, work: (left: number) => Promise<T>): Promise<Asked<T>> => {
      if (bytes > largest) return silent('too large')
      if (clock.now().getTime() < silentUntil) return silent('away')
      const began = performance.now()
      const signal = AbortSignal.timeout(milliseconds)
      try {
        const verdict = await gate.run(
          () => work(Math.max(1, Math.ceil(milliseconds - (performance.now() - began)))),
          { who: name, signal },
        )
        answers = true
        silences = 0
        return { kind: 'said', verdict }
      } catch (thrown) {
        return failed(thrown)
      }
    },
  }
}

import { createGate } from '../../../platform/gate.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { AnswerCut, askEndpoint, type Endpoint, ModelFailed, type Prompt } from './endpoint.ts'
import type { Said } from './thoughts.ts'

interface Options {
  /** In the order in which they are asked. */
  endpoints: readonly Endpoint[]
  /** Longest silence of a model, in seconds. */
  silence: number
  log: Log
  metrics: Metrics
}

/** The one way to a model. */
export interface Gateway {
  /** Models there are to be asked. */
  has: boolean
  /**
   * What a model answers, as it comes: the first that begins to. @throws ModelFailed when none does, or when it breaks off
   */
  ask(prompt: Prompt, asking: Asking): AsyncGenerator<Said & { model: string }>
}

export interface Asking {
  signal: AbortSignal
  /** Whose turn it is. */
  who: string
}

/** Answers that are written at once in this process, and of one account. */
const atOnce = { total: 256, share: 8 }
/** Longer than so many characters no answer is: a model that does not end is ended. */
const maxAnswer = 40_000

export function createGateway({ endpoints, silence, log, metrics }: Options): Gateway {
  const gate = createGate(atOnce)

  const notePart = ({ model }: Endpoint): void => {
    metrics.count('hongyan_assistant_short_contexts', { model })
    log.warn({ model }, 'the context of a model is too small for what it was asked')
  }
  /** One of them, up to its longest answer. @throws ModelFailed when it says nothing or breaks off */
  async function* askOne(endpoint: Endpoint, prompt: Prompt, signal: AbortSignal) {
    let length = 0
    const asked = { endpoint, silence: silence * 1_000, signal, onPart: () => notePart(endpoint) }
    for await (const said of askEndpoint(asked, prompt)) {
      length += said.content.length + said.thought.length
      yield { ...said, model: endpoint.model }
      if (length > maxAnswer) throw new AnswerCut('it does not end')
    }
    if (length === 0) throw new ModelFailed('it said nothing')
  }
  const note = (thrown: unknown, { model }: Endpoint): void => {
    if (!(thrown instanceof ModelFailed)) throw thrown
    if (thrown instanceof AnswerCut) return
    metrics.count('hongyan_assistant_model_failures', { model })
    log.warn({ model, reason: thrown.message }, 'a model failed')
  }
  async function* askInTurn(prompt: Prompt, signal: AbortSignal) {
    for (const endpoint of endpoints) {
      let began = false
      try {
        for await (const said of askOne(endpoint, prompt, signal)) {
          began = true
          yield said
        }
        return
      } catch (thrown) {
        note(thrown, endpoint)
        // What was shown cannot be taken back and written anew by another.
        if (began) throw thrown
      }
    }
    throw new ModelFailed('no model answers')
  }
  async function* ask(prompt: Prompt, { signal, who }: Asking) {
    const release = await gate.take({ who, signal })
    try {
      yield* askInTurn(prompt, signal)
    } finally {
      release()
    }
  }
  return { has: endpoints.length > 0, ask }
}

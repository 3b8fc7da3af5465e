import { z } from 'zod'
import { BadStream, eventData } from './sse.ts'
import { createThoughtSplitter, type Said } from './thoughts.ts'

/** One model of an OpenAI-compatible server, as the administrator named it. */
export interface Endpoint {
  /** Up to and with `/v1`. */
  url: string
  key: string
  model: string
}

export interface Prompt {
  system: string
  user: string
  /** Most tokens of an answer. */
  maxTokens: number
}

/** A model does not answer, or stopped in the middle; the reason is for the log. */
export class ModelFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ModelFailed'
  }
}

/** A model that answered and was ended before it was done: by its longest answer, or by ours. */
export class AnswerCut extends ModelFailed {}

/** What is read of a chunk: two dialects of reasoning; tools are never asked for, and what calls some is not heard. */
const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  /** On the last chunk of some servers. */
  usage: z.object({ prompt_tokens: z.number().nullish() }).nullish().catch(null),
  error: z.unknown().optional(),
})

interface Options {
  endpoint: Endpoint
  /** Longest silence, in ms. */
  silence: number
  signal: AbortSignal
  /** Called where the model was shown a part of the question alone: servers cut what does not fit, and begin with the rules. */
  onPart(): void
}

/** What a model answers, as it comes. @throws ModelFailed; what `signal` says, when it is aborted */
export async function* askEndpoint(
  { endpoint, silence, signal, onPart }: Options,
  { system, user, maxTokens }: Prompt,
): AsyncGenerator<Said> {
  const quiet = new AbortController()
  const either = AbortSignal.any([signal, quiet.signal])
  let timer: NodeJS.Timeout | undefined
  const hush: Hush = {
    end: () => clearTimeout(timer),
    begin: () => {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), silence)
    },
  }
  hush.begin()
  try {
    const answer = await fetch(`${endpoint.url.replace(/(?<!\/)\/+$/, '')}/chat/completions`, {
      method: 'POST',
      // Where the administrator pointed to, and nowhere else.
      redirect: 'error',
      signal: either,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        ...(endpoint.key === '' ? {} : { Authorization: `Bearer ${endpoint.key}` }),
      },
      body: JSON.stringify({
        model: endpoint.model,
        stream: true,
        temperature: 0.3,
        max_tokens: maxTokens,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      }),
    })
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel()
      throw new ModelFailed(`it answered ${answer.status}`)
    }
    const isPart = (tokens: number) => system.length + user.length > tokens * longestToken
    yield* saidIn(answer.body, hush, (tokens) => isPart(tokens) && onPart())
  } catch (thrown) {
    signal.throwIfAborted()
    if (thrown instanceof ModelFailed) throw thrown
    throw new ModelFailed(quiet.signal.aborted ? 'it fell silent' : reasonOf(thrown))
  } finally {
    hush.end()
  }
}

/** Characters that a token stands for on an average of a whole question, at most: about four in English, one or two in Chinese. */
const longestToken = 7

/** The silence of a model, as it is counted. */
interface Hush {
  begin(): void
  end(): void
}

/** The system's code of a failed connection, never an address or a key. */
const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof BadStream) return thrown.message
  const cause =
    thrown instanceof Error ? (thrown.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === 'string' ? cause.code : 'the connection broke off'
}

async function* saidIn(
  body: ReadableStream<Uint8Array>,
  hush: Hush,
  wasTold: (tokens: number) => void,
): AsyncGenerator<Said> {
  const splitter = createThoughtSplitter()
  let isOver = false
  let isUnfinished = false
  let isTold = false
  for await (const data of eventData(upTo(maxBytes, body))) {
    isOver ||= data.trim() === '[DONE]'
    if (data.trim() === '[DONE]') break
    const { content, thought, end, told } = partOf(data)
    if (told > 0 && !isTold) wasTold(told)
    isTold ||= told > 0
    const said = splitter.take(content)
    isOver ||= end !== ''
    isUnfinished ||= unfinished.has(end)
    if (said.content === '' && said.thought + thought === '') continue
    // Only what says something counts as a sign of life: a stream of comments is silence.
    hush.end()
    yield { content: said.content, thought: thought + said.thought }
    // The time that the listener took is not the model's.
    hush.begin()
  }
  const rest = splitter.end()
  if (rest.content !== '' || rest.thought !== '') yield rest
  if (!isOver) throw new ModelFailed('it broke off')
  if (isUnfinished) throw new AnswerCut('its answer was not to be longer')
}

/** An answer of ours has tens of thousands of characters, each of them a chunk at worst; a small one may unpack to anything. */
const maxBytes = 64 * 1024 * 1024

async function* upTo(most: number, body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > most) throw new BadStream('it sends too much')
    yield piece
  }
}

/** Reasons for an end in the middle: no more tokens, or a filter of the server's. */
const unfinished = new Set(['length', 'content_filter'])

/** @throws ModelFailed, BadStream */
function partOf(data: string): Said & { end: string; told: number } {
  const { choices, error, usage } = chunkOf(data)
  if (error !== undefined && error !== null) throw new ModelFailed('it reported an error')
  const [choice] = choices
  const { content, reasoning_content: one, reasoning: other } = choice?.delta ?? {}
  const end = choice?.finish_reason ?? ''
  const told = usage?.prompt_tokens ?? 0
  return { content: content ?? '', thought: one || other || '', end, told }
}

function chunkOf(data: string): z.infer<typeof chunk> {
  try {
    return chunk.parse(JSON.parse(data))
  } catch {
    throw new BadStream('an event is no chunk of an answer')
  }
}

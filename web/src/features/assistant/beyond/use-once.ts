import type { AssistantMessage } from '@hongyan/contract/assistant-wire'
import { type ErrorCode, errorText } from '@hongyan/contract/errors'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { answerOnce } from './answer-once.ts'

/** An answer outside of the panel, as far as it is there. */
export interface OnceAnswer {
  state: 'waiting' | 'streaming' | 'done' | 'stopped'
  content: string
  choices: readonly string[]
  /** Addresses that were not in what was given. */
  strange: readonly string[]
  engine: 'built-in' | 'model' | null
  model: string
  /** Why it is not there, or not all of it: a sentence. */
  trouble: string | null
}

const nothing: OnceAnswer = {
  state: 'waiting',
  content: '',
  choices: [],
  strange: [],
  engine: null,
  model: '',
  trouble: null,
}

interface Asking {
  answer: OnceAnswer | null
  ask: (ticket: () => Promise<string>, said?: (message: AssistantMessage) => void) => void
  stop: () => void
}

/** Asks the assistant for one answer at a time; a new one ends the one before, and so does leaving. */
export function useOnce(): Asking {
  const { t } = useTranslation('assistant')
  const [answer, setAnswer] = useState<OnceAnswer | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const ask: Asking['ask'] = (ticket, said) => {
    current.current?.abort()
    const own = new AbortController()
    current.current = own
    setAnswer(nothing)
    const change = (part: (now: OnceAnswer) => OnceAnswer) => {
      if (current.current === own) setAnswer((now) => (now === null ? now : part(now)))
    }
    const end = (trouble: string | null) =>
      change((now) => ({ ...now, trouble, state: own.signal.aborted ? 'stopped' : 'done' }))
    answerOnce({
      ticket,
      signal: own.signal,
      said: (message) => {
        said?.(message)
        change((now) => withMessage(now, message))
      },
    }).then(
      (error) => end(textOf(error, t('lost'))),
      (thrown: unknown) => end(thrown instanceof ApiError ? thrown.message : t('lost')),
    )
  }
  return { answer, ask, stop: () => current.current?.abort() }
}

const textOf = (error: ErrorCode | 'lost' | null, lost: string): string | null =>
  error === null ? null : error === 'lost' ? lost : errorText(error, currentLanguage())

function withMessage(now: OnceAnswer, message: AssistantMessage): OnceAnswer {
  return {
    ...now,
    state: 'streaming',
    content: now.content + (message.content ?? ''),
    choices: message.choices ?? now.choices,
    strange: message.strange ?? now.strange,
    engine: message.engine ?? now.engine,
    model: message.model ?? now.model,
  }
}

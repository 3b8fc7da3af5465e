import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { CaptchaKind } from '@hongyan/contract/captcha'
import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { createGate } from '../../platform/gate.ts'
import { inOwnTurn } from '../../platform/in-turns.ts'
import type { Sessions } from '../session/session.public.ts'
import {
  insertCaptcha,
  insertPass,
  spendPass,
  sweepCaptchas,
  takeCaptcha,
} from './captcha.queries.ts'
import { letterPicture } from './letters.ts'
import { slidePuzzle } from './puzzle.ts'

/** Long enough for a person, and for a slow computer. */
const lifeSeconds = 120
/** So many pixels beside the hole are still in it. */
const slack = 6
/** Zero bits of the work: one to three seconds of an ordinary computer. */
const workBits = 18
/** Wrong answers of a network in 15 minutes: a piece that is put anywhere lies in its hole one time in twenty. */
const mostWrong = 60
/** A picture takes 10 ms of everybody's time: after each we rest so many times as long as it took. */
const rest = 3

interface Options {
  database: Database
  sessions: Pick<Sessions, 'judgedGuess'>
}

export type Captchas = ReturnType<typeof createCaptchas>

/** Questions that a program answers badly. Answers stay here; a question and its pass are good once (T18). */
export function createCaptchas({ database, sessions }: Options) {
  const drawing = createGate({ total: 1 })
  /** One picture at a time, networks in turns: however many ask, drawing takes a quarter of a processor. */
  const drawn = async (kind: CaptchaKind, network: string) => {
    if (kind === 'work') return question(kind)
    const release = await drawing.take({ who: network })
    const began = performance.now()
    try {
      return await inOwnTurn(() => question(kind))
    } finally {
      setTimeout(release, Math.min(100, (performance.now() - began) * rest)).unref()
    }
  }
  return {
    ask: async (kind: CaptchaKind, network: string) => {
      const { answer, ...shown } = await drawn(kind, network)
      const id = newToken()
      await insertCaptcha(database, { id, kind, network, answer, seconds: lifeSeconds })
      return { ...nothingShown, ...shown, captchaId: id, kind }
    },
    /**
     * Wrong ones are counted, and right ones do not clear them: whoever guesses is right now and then.
     * @throws captcha.wrong, code.too-many; the question is used up all the same
     */
    verify: async (given: { captchaId: string; answer: string }, network: string) => {
      const brakes = [
        { key: `captcha id ${given.captchaId}`, max: mostWrong },
        { key: `captcha network ${network}`, max: mostWrong },
      ]
      await sessions.judgedGuess({ brakes, refusal: 'code.too-many' }, async () => {
        const asked = await takeCaptcha(database, given.captchaId, network)
        if (!asked || !isRight(asked, given.answer)) throw new AppError('captcha.wrong')
      })
      const pass = newToken()
      const hash = tokenHash(pass)
      await insertPass(database, { id: newToken(), hash, network, seconds: lifeSeconds })
      return { pass }
    },
    /** @returns true when the pass was good; it is no longer */
    spend: async (pass: string | undefined, network: string): Promise<boolean> =>
      pass !== undefined && (await spendPass(database, tokenHash(pass), network)) === 1,
    sweep: () => sweepCaptchas(database),
  }
}

const nothingShown = { image: '', piece: '', top: 0, width: 0, height: 0, challenge: '', bits: 0 }

const question = async (kind: CaptchaKind) => {
  if (kind === 'slide') return slidePuzzle(chance)
  if (kind === 'picture') return letterPicture(chance)
  const challenge = randomBytes(16).toString('base64url')
  return { challenge, bits: workBits, answer: challenge }
}

const million = 1_000_000
/** What decides on an answer is drawn by chance that nobody can foresee; the grain of the picture need not be. */
const chance = (): number => randomInt(million) / million

function isRight({ kind, answer }: { kind: string; answer: string }, given: string): boolean {
  if (kind === 'slide')
    return /^\d{1,3}$/.test(given) && Math.abs(Number(given) - Number(answer)) <= slack
  if (kind === 'picture') return given.trim().toUpperCase() === answer
  const hash = createHash('sha256').update(`${answer}:${given}`).digest()
  return hash.readUInt32BE(0) >>> (32 - workBits) === 0
}

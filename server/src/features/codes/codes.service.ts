import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { newToken } from '../../platform/crypto/tokens.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sessions } from '../session/session.public.ts'
import type { CodeMails } from './code-mail.ts'
import { insertCode, noteSending, spendCode, sweepCodes, tryCode } from './codes.queries.ts'
import type { SmsGateway } from './sms-gateway.ts'

const lifeSeconds = 300
/** Wrong tries of one code. */
const tries = 5
/** Of each purpose: a stranger who asks for codes does not keep the owner from the second step (P7). */
const sendings = { perMinute: 1, perDay: 10 }
/** Wrong codes of one network in 15 minutes, for all accounts. */
const mostOfNetwork = 100

/** What a code is good for, and so for nothing else. */
type CodePurpose = 'login' | 'bind' | 'second' | 'recover' | 'key' | 'bind-mail' | 'recover-mail'

interface Wanted {
  purpose: CodePurpose
  /** What the code will stand for; null: nobody, and nothing is sent. */
  subject: string | null
}

interface Given {
  codeId: string
  code: string
}

export type Codes = ReturnType<typeof createCodes>

interface Options {
  database: Database
  sessions: Pick<Sessions, 'judgedGuess'>
  gateway: SmsGateway
  mails: CodeMails
  /** A database that leaked does not tell six digits by their hash. */
  key: Buffer
}

/** Codes of six digits, sent to phones: few tries, short life, one use, good for one purpose (T18). */
export function createCodes({ database, sessions, gateway, mails, key }: Options) {
  const hashOf = (id: string, code: string) =>
    createHmac('sha256', key).update(`${id} ${code.trim()}`).digest()
  /** The same, but a right code is not used up yet. */
  const judge = (
    purpose: CodePurpose,
    { codeId, code }: Given,
    network: string,
  ): Promise<string> => {
    const brakes = [
      // What a stranger writes here must not become the key of something else.
      { key: `code id ${codeId}`, max: mostOfNetwork },
      { key: `code network ${network}`, max: mostOfNetwork },
    ]
    return sessions.judgedGuess({ brakes, refusal: 'code.too-many' }, async () => {
      const known = await tryCode(database, { id: codeId, purpose, most: tries })
      const right = known && timingSafeEqual(known.hash, hashOf(codeId, code))
      if (!right || known.subject === '') throw new AppError('code.wrong')
      return known.subject
    })
  }
  /** Of many uses at once one wins. @throws code.wrong */
  const spend = async ({ codeId }: Given): Promise<void> => {
    if ((await spendCode(database, codeId)) === 0) throw new AppError('code.wrong')
  }

  /** The same answer in the same time, whether somebody is written to or not. */
  const begin = async (
    { purpose, subject }: Wanted,
    counted: string,
    deliver: (code: string) => Promise<void>,
  ) => {
    const id = newToken()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await database.transaction(async (tx) => {
      if ((await noteSending(tx, { phone: counted, purpose }, sendings)) === 0)
        throw new AppError('code.too-often')
      const hash = hashOf(id, code)
      await insertCode(tx, { id, purpose, subject: subject ?? '', hash, seconds: lifeSeconds })
    })
    if (subject !== null) void deliver(code)
    return { codeId: id, seconds: lifeSeconds }
  }

  return {
    hasGateway: gateway.isOn,
    /** @throws phone.no-gateway, code.too-often */
    send: async ({ phone, ...wanted }: Wanted & { phone: string }) => {
      if (!gateway.isOn) throw new AppError('phone.no-gateway')
      return begin(wanted, phone, (code) => gateway.send(phone, { kind: 'code', code }))
    },
    /** @param counted stands for who is written to, so that it is not done too often @throws code.too-often */
    sendMail: ({ address, counted, ...wanted }: Wanted & { address: string; counted: string }) =>
      begin(wanted, counted, (code) => mails.send(address, code)),
    judge,
    spend,
    /** @returns what the code stands for; it is used up @throws code.wrong, code.too-many */
    check: async (purpose: CodePurpose, given: Given, network: string): Promise<string> => {
      const subject = await judge(purpose, given, network)
      await spend(given)
      return subject
    },
    sweep: () => sweepCodes(database),
  }
}

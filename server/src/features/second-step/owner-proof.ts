import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SessionId, UserId } from '../../platform/ids.ts'
import type { Codes } from '../codes/codes.public.ts'
import type { OwnPasswords } from '../passwords/passwords.public.ts'
import type { Sessions } from '../session/session.public.ts'
import { type Factors, factorsOf } from './second-step.queries.ts'
import { hidden, type SecondStep } from './second-step.service.ts'

interface Owner {
  userId: UserId
  accountId: AccountId
  sessionId: SessionId
}

interface Given {
  codeId?: string | undefined
  code?: string | undefined
  password?: string | undefined
}

interface Options {
  database: Database
  codes: Pick<Codes, 'hasGateway' | 'send' | 'check'>
  secondStep: Pick<SecondStep, 'proveTotp'>
  ownPasswords: Pick<OwnPasswords, 'prove'>
  sessions: Pick<Sessions, 'isFreshSignOn'>
}

/** Shows that the owner is there, and not only a login of the owner's: for what a stolen login must not do. */
export type OwnerProof = ReturnType<typeof createOwnerProof>

export function createOwnerProof({ database, codes, ...options }: Options) {
  const factors = async ({ userId }: Owner): Promise<Factors> => {
    const row = await factorsOf(database, userId)
    if (!row) throw new AppError('session.expired')
    return row
  }
  const wayOf = ({ phone, totpOn }: Factors) => {
    if (phone !== null && codes.hasGateway) return 'sms' as const
    return totpOn ? ('totp' as const) : ('password' as const)
  }

  return {
    /** The phone that a code reaches; without one the authenticator and the password; without that the password. */
    wayOf: async (owner: Owner) => {
      const row = await factors(owner)
      return { by: wayOf(row), phone: hidden(row.phone) }
    },
    /** @throws phone.none, phone.no-gateway, code.too-often */
    send: async (owner: Owner) => {
      const { phone } = await factors(owner)
      if (phone === null) throw new AppError('phone.none')
      return codes.send({ purpose: 'key', subject: String(owner.userId), phone })
    },
    /** Each code is good once. @throws keys.confirm, code.wrong, code.too-many, session.password-wrong, login.too-many */
    prove: async (owner: Owner, given: Given | undefined, network: string): Promise<void> => {
      if (!given) throw new AppError('keys.confirm')
      const { codeId = '', code = '', password = '' } = given
      const by = wayOf(await factors(owner))
      if (by === 'sms') {
        if ((await codes.check('key', { codeId, code }, network)) !== String(owner.userId))
          throw new AppError('code.wrong')
        return
      }
      // Who came from the provider just now and has no password here.
      const isFresh = password === '' && (await options.sessions.isFreshSignOn(owner.sessionId))
      if (!isFresh) await options.ownPasswords.prove(owner, password)
      if (by === 'totp') await options.secondStep.proveTotp(owner, code)
    },
  }
}

import type { PasskeyAssertion } from '@hongyan/contract/passkeys'
import type { TokenPair } from '@hongyan/contract/session'
import { AppError } from '../../platform/errors.ts'
import type { Captchas } from '../captcha/captcha.public.ts'
import type { Codes } from '../codes/codes.public.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Passkeys } from '../passkeys/passkeys.public.ts'
import type { OwnPasswords } from '../passwords/passwords.public.ts'
import {
  type Phones,
  type RecoveryAddresses,
  type SecondStep,
  ticketLogin,
} from '../second-step/second-step.public.ts'
import type { Entering, Place, Sessions } from '../session/session.public.ts'
import type { Tickets } from '../tickets/tickets.public.ts'
import { recoveryIn } from './recovery.ts'

/** Where a call comes from that is not signed in. */
export interface From extends Place {
  network: string
  /** What the browser keeps of a login that is half done. */
  half: string
}

interface Options {
  sessions: Pick<Sessions, 'judgePassword' | 'open' | 'countGuess' | 'halfMark'>
  captchas: Pick<Captchas, 'spend'>
  secondStep: Pick<
    SecondStep,
    | 'askedOf'
    | 'addressOf'
    | 'sendCode'
    | 'enter'
    | 'enterByPhone'
    | 'ownerOf'
    | 'enterByPasskey'
    | 'trust'
  >
  passkeys: Pick<Passkeys, 'askLogin' | 'judgeLogin' | 'askSecond' | 'judgeSecond'>
  codes: Pick<Codes, 'send' | 'sendMail' | 'check' | 'judge' | 'spend'>
  recoveryAddresses: RecoveryAddresses
  tickets: Pick<Tickets, 'spend' | 'look'>
  phones: Pick<Phones, 'enteredBy' | 'resettableBy' | 'isWayIn' | 'bind'>
  ownPasswords: Pick<OwnPasswords, 'reset' | 'prove'>
  directory: Pick<Directory, 'findRecipient'>
  config: { captcha: 'auto' | 'always' | 'off' }
}

/** Codes that one account has sent to phones that it wants to bind, in 15 minutes. */
const mostPhones = 10

/** Who is signed in. */
type Holder = Parameters<Phones['bind']>[0] & Parameters<OwnPasswords['prove']>[0]

interface Sent {
  codeId: string
  code: string
}

interface SecondGiven {
  ticket: string
  way: 'totp' | 'recovery'
  code: string
  trust: boolean
  uapticket?: string | undefined
}

export type Login = ReturnType<typeof createLogin>

/** The ways in. Each ends at `enter`: no token is made before everything that is asked for was given. */
export function createLogin(options: Options) {
  const { sessions, captchas, secondStep, codes, phones, tickets } = options

  /** Strangers do not make us write to phones without a question in between. @throws captcha.needed */
  const asked = async (pass: string | undefined, { network }: From): Promise<void> => {
    if (options.config.captcha === 'off') return
    if (!(await captchas.spend(pass, network))) throw new AppError('captcha.needed')
  }
  const finish = async (who: Entering, from: From, trust: boolean) => {
    const entered = await sessions.open(who, from)
    if (trust) await secondStep.trust(who, entered.marks)
    return entered
  }
  /** The browser keeps that it was here at the first step. */
  const begun = (tokens: TokenPair) => ({
    tokens,
    marks: null,
    half: tokens.second ? sessions.halfMark(ticketLogin(tokens.second.ticket)) : null,
  })

  return {
    /** @throws login.failed, login.too-many, captcha.needed */
    byPassword: async (
      given: { username: string; password: string; captcha?: string | undefined },
      from: From,
    ) => {
      const passed = await captchas.spend(given.captcha, from.network)
      const who = await sessions.judgePassword({ ...given, ...from, passed })
      const second = await secondStep.askedOf(who, { ...from, byPhone: false })
      return second ? begun(second) : finish(who, from, false)
    },
    /** A ticket stands for a password: what else the account is asked for is asked. @throws ticket.refused, sso.unknown */
    byTicket: async (ticket: string, from: From) => {
      const who = await tickets.spend(ticket)
      const second = await secondStep.askedOf(who, { ...from, byPhone: false })
      return second ? begun(second) : finish(who, from, false)
    },
    bySecondStep: async (given: SecondGiven, from: From) => {
      if (given.uapticket !== undefined) {
        const { address } = await tickets.look(given.uapticket)
        if (address !== (await secondStep.addressOf(given.ticket, from)))
          throw new AppError('ticket.refused')
      }
      const { who, marks } = await secondStep.enter(given, from)
      return finish(who, { ...from, marks }, given.trust)
    },
    bySecondPhone: async (given: Sent & { ticket: string; trust: boolean }, from: From) => {
      const { who, marks } = await secondStep.enterByPhone(given, from)
      return finish(who, { ...from, marks }, given.trust)
    },

    /** @throws captcha.needed, code.too-often, phone.no-gateway */
    sendCode: async (
      { phone, captcha }: { phone: string; captcha?: string | undefined },
      from: From,
    ) => {
      await asked(captcha, from)
      const known = await phones.isWayIn(phone)
      return codes.send({ purpose: 'login', subject: known ? phone : null, phone })
    },
    sendSecondCode: (ticket: string, from: From) => secondStep.sendCode(ticket, from),
    /**
     * A phone alone is one step: whose account asks for an authenticator as well is asked for it, and where the phone is
     * the second step of a password it is no way in by itself.
     * @throws code.wrong, code.too-many
     */
    byPhone: async ({ phone, ...given }: Sent & { phone: string }, from: From) => {
      const proved = await codes.check('login', given, from.network)
      const who = proved === phone ? await phones.enteredBy(phone) : null
      if (!who) throw new AppError('code.wrong')
      const second = await secondStep.askedOf(who, { ...from, byPhone: true })
      return second ? begun(second) : finish(who, from, false)
    },
    ...passkeysIn(options, finish),
    ...bindingIn(options),
    ...recoveryIn(options, asked),
  }
}

type Finish = (who: Entering, from: From, trust: boolean) => ReturnType<Sessions['open']>

/** A passkey alone has two steps in it, for it verified its user itself: no other is asked for. */
const passkeysIn = ({ passkeys, secondStep }: Options, finish: Finish) => ({
  askPasskey: () => passkeys.askLogin(),
  /** @throws passkey.refused, passkey.off, login.too-many, session.expired */
  byPasskey: async (response: PasskeyAssertion, from: From) =>
    finish(await passkeys.judgeLogin(response, from.network), from, false),
  /** @throws session.expired, passkey.off */
  askSecondPasskey: async (ticket: string, from: From) =>
    passkeys.askSecond(ticket, await secondStep.ownerOf(ticket, from)),
  /** @throws session.expired, passkey.refused, passkey.off, code.too-many */
  bySecondPasskey: async (
    { ticket, response, trust }: { ticket: string; response: PasskeyAssertion; trust: boolean },
    from: From,
  ) => {
    const { who, marks } = await secondStep.enterByPasskey(ticket, from, (userId) =>
      passkeys.judgeSecond(ticket, userId, response),
    )
    return finish(who, { ...from, marks }, trust)
  },
})

/** The phone of who is signed in; the password is given again. */
const bindingIn = ({ phones, ownPasswords, codes, sessions }: Options) => ({
  /** Counted by account: nobody has strangers written to by the hundred. @throws code.too-many, code.too-often, phone.no-gateway */
  sendBindCode: async ({ accountId }: Holder, phone: string) => {
    if ((await sessions.countGuess(`phones asked by ${accountId}`)) > mostPhones)
      throw new AppError('code.too-many')
    return codes.send({ purpose: 'bind', subject: phone, phone })
  },
  /** @throws session.password-wrong, login.too-many, code.wrong, code.too-many */
  bindPhone: async (
    owner: Holder,
    given: Sent & { phone: string; password: string },
    network: string,
  ) => {
    await ownPasswords.prove(owner, given.password)
    const proved = await codes.check('bind', given, network)
    if (proved !== given.phone) throw new AppError('code.wrong')
    await phones.bind(owner, given.phone)
  },
  /** @throws session.password-wrong, login.too-many */
  unbindPhone: async (owner: Holder, password: string) => {
    await ownPasswords.prove(owner, password)
    await phones.bind(owner, null)
  },
})

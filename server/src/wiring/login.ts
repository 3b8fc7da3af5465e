import { captchaFeature } from '../features/captcha/captcha.public.ts'
import { createCodeMails, createCodes, createSmsGateway } from '../features/codes/codes.public.ts'
import type { Feature } from '../features/feature.ts'
import { createLock, lockFeature } from '../features/lock/lock.public.ts'
import { createLogin, loginFeature } from '../features/login/login.public.ts'
import { createPasskeys, passkeysFeature } from '../features/passkeys/passkeys.public.ts'
import { createOwnPasswords, passwordsFeature } from '../features/passwords/passwords.public.ts'
import {
  createOwnerProof,
  createPhones,
  createRecoveryAddresses,
  createSecondStep,
  secondStepFeature,
} from '../features/second-step/second-step.public.ts'
import { createSmsNotices, smsNoticesFeature } from '../features/sms-notices/sms-notices.public.ts'
import { createSso, ssoFeature } from '../features/sso/sso.public.ts'
import { ticketsFeature } from '../features/tickets/tickets.public.ts'
import { sharedSecret } from '../platform/crypto/signer.ts'
import type { Core } from './core.ts'
import type { Delivery } from './delivery.ts'

/** The ways in, and what they stand on. */
export async function createLogins(core: Core, { outbox }: Delivery) {
  const { config, clock, database, sessions, captchas, directory, log } = core
  const gateway = createSmsGateway(config.sms, log, clock)
  const mails = createCodeMails({ ...core, outbox, domains: directory.domains })
  const codeKey = await sharedSecret(database, 'sent-codes')
  const codes = createCodes({ database, sessions, gateway, mails, key: codeKey })
  const phones = createPhones(core)
  const recoveryAddresses = createRecoveryAddresses(core)
  const organisation = async () => (await directory.organisation())?.name ?? 'Hongyan'
  const secondStep = createSecondStep({
    ...core,
    codes,
    key: await sharedSecret(database, 'second-step'),
    issuer: organisation,
  })
  const passkeys = createPasskeys({
    ...core,
    key: await sharedSecret(database, 'passkeys'),
    organisation,
  })
  const { forgetBrowsersIn } = secondStep
  const ownPasswords = createOwnPasswords({
    ...core,
    forgetBrowsersIn,
    endProgramsIn: core.clientAccess.endIn,
  })
  const login = createLogin({
    ...core,
    secondStep,
    passkeys,
    codes,
    phones,
    ownPasswords,
    recoveryAddresses,
  })
  const smsNotices = createSmsNotices({
    ...core,
    gateway,
    phoneOf: phones.boundTo,
    hiddenIn: (accountId) =>
      core.folderLocks.hiddenWith(accountId, { hasLocks: true, unlocked: [] }),
  })
  const ownerProof = createOwnerProof({ database, codes, secondStep, ownPasswords, sessions })
  const features: Feature[] = [
    captchaFeature({ captchas, isNeeded: sessions.asksCaptcha }),
    passwordsFeature(ownPasswords),
    lockFeature(createLock({ ...core, ownPasswords })),
    secondStepFeature({ secondStep, ownPasswords }),
    passkeysFeature({ passkeys, ownPasswords }),
    ssoFeature(createSso(core)),
    ticketsFeature(core.tickets),
    smsNoticesFeature(smsNotices),
    loginFeature({
      login,
      phones,
      recoveryAddresses,
      captchas,
      hasGateway: codes.hasGateway,
      sweepCodes: codes.sweep,
    }),
  ]
  return { features, ownerProof, ownPasswords, smsNotices }
}

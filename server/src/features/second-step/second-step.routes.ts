import { secondStep as api } from '@hongyan/contract/second-step'
import type { Http } from '../../platform/http/http.ts'
import type { OwnPasswords } from '../passwords/passwords.public.ts'
import type { SecondStep } from './second-step.service.ts'

export interface SecondStepParts {
  secondStep: SecondStep
  ownPasswords: Pick<OwnPasswords, 'prove'>
}

/** What the own logins are asked for. Whoever makes it weaker gives the password again: an open screen is not enough. */
export function secondStepRoutes(http: Http, { secondStep, ownPasswords }: SecondStepParts): void {
  http.bind(api.state, ({ caller }) => secondStep.state(caller))
  http.bind(api.beginTotp, async ({ caller, body }) => {
    await ownPasswords.prove(caller, body.password)
    return secondStep.beginTotp(caller)
  })
  http.bind(api.confirmTotp, async ({ caller, body }) => ({
    recoveryCodes: await secondStep.confirmTotp(caller, body.code),
  }))
  http.bind(api.removeTotp, async ({ caller, body }) => {
    await ownPasswords.prove(caller, body.password)
    await secondStep.removeTotp(caller)
    return {}
  })
  http.bind(api.newRecoveryCodes, async ({ caller, body }) => {
    await ownPasswords.prove(caller, body.password)
    return { recoveryCodes: await secondStep.newRecoveryCodes(caller) }
  })
  http.bind(api.setByPhone, async ({ caller, body }) => {
    await ownPasswords.prove(caller, body.password)
    await secondStep.setByPhone(caller, body.on)
    return {}
  })
  http.bind(api.setByPasskey, async ({ caller, body }) => {
    await ownPasswords.prove(caller, body.password)
    await secondStep.setByPasskey(caller, body.on)
    return {}
  })
  http.bind(api.forgetBrowsers, async ({ caller }) => {
    await secondStep.forgetBrowsers(caller)
    return {}
  })
}

import { allEndpoints } from '@hongyan/contract/all'
import { consoleContract } from '@hongyan/contract/console'
import { type ConsoleEndpoint, consoleRoles } from '@hongyan/contract/console-endpoint'
import { type MemberLevel, mayMemberCall } from '@hongyan/contract/endpoint'
import { type ErrorCode, errors } from '@hongyan/contract/errors'

export type AnyEndpoint = (typeof allEndpoints)[number]

/** Who calls; a new state of a login is a new line here, and its rule below. */
export const principals = [
  'nobody',
  'a login that owes the second step',
  'a user',
  'an administrator',
  'another user',
  'a locked session',
  'a session that owes a password',
  'a member who reads',
  'a member who sends as it',
  'a member who sends on its behalf',
  'a member in full',
] as const
export type Principal = (typeof principals)[number]

/** Members of a mailbox that is not their own, by what they may there. */
export const levelOf: Partial<Record<Principal, MemberLevel>> = {
  'a member who reads': 'read',
  'a member who sends as it': 'send-as',
  'a member who sends on its behalf': 'on-behalf',
  'a member in full': 'full',
}

/** `answered`: the endpoint itself decides; `own proof`: it is judged by what the call carries, whoever calls. */
export type Expected = 'answered' | 'own proof' | 'as if it did not exist' | ErrorCode

/** What an endpoint answers somebody: made from its guard and its flags in the contract alone. */
export function expectedAnswer(
  endpoint: AnyEndpoint,
  who: Principal,
  isForeign: boolean,
): Expected {
  const { guard } = endpoint
  if (guard === 'public') return 'answered'
  if (guard === 'refresh') {
    const mayBeLocked = (endpoint.errors as readonly ErrorCode[]).includes('session.locked')
    return mayBeLocked && who === 'a locked session' ? 'session.locked' : 'own proof'
  }
  if (guard === 'signed') return expectedOfLink(who)
  return expectedOfMember(endpoint, who) ?? expectedOfLogin(endpoint, who, isForeign)
}

function expectedOfMember(endpoint: AnyEndpoint, who: Principal): Expected | null {
  const level = levelOf[who]
  if (!level) return null
  return mayMemberCall(endpoint, level) ? 'answered' : 'publicbox.not-allowed'
}

function expectedOfLogin(
  { whileLocked, whileOwing }: AnyEndpoint,
  who: Principal,
  isForeign: boolean,
): Expected {
  switch (who) {
    case 'nobody':
    // No token is made before the second step: what such a login has opens nothing.
    case 'a login that owes the second step':
      return 'session.expired'
    case 'another user':
      return isForeign ? 'as if it did not exist' : 'answered'
    case 'a locked session':
      return whileLocked ? 'answered' : 'session.locked'
    case 'a session that owes a password':
      return whileOwing ? 'answered' : 'password.change-owed'
    default:
      return 'answered'
  }
}

/** A link stands for the login that it was made for, whoever opens it. */
function expectedOfLink(who: Principal): Expected {
  if (who === 'a locked session') return 'session.locked'
  return who === 'a session that owes a password' ? 'link.invalid' : 'own proof'
}

/** Who calls at the port of the console: a role there, or somebody with none of its tokens that live. */
export const consolePrincipals = [
  'nobody',
  'a token of the mail',
  'a login that is over',
  'a locked login',
  'a login that owes a password',
  ...consoleRoles,
] as const
export type ConsolePrincipal = (typeof consolePrincipals)[number]

/** What the console answers, before the password was given again: made from the contract alone. */
export function expectedOfConsole(
  { guard, may, confirmed }: ConsoleEndpoint,
  who: ConsolePrincipal,
): Expected {
  if (guard === 'public') return 'own proof'
  if (who === 'a locked login') return 'session.locked'
  const role = consoleRoles.find((one) => one === who)
  if (!role) return 'session.expired'
  if (!may.includes(role)) return 'console.not-allowed'
  return confirmed ? 'console.confirm' : 'answered'
}

const consoleRows = (): string[] =>
  (Object.values(consoleContract) as ConsoleEndpoint[]).map((one) => {
    const cells = consolePrincipals.map((who) => say(expectedOfConsole(one, who)))
    return `| ${one.id} | ${one.method} ${one.path} | ${cells.join(' | ')} |`
  })

/** docs/who-may-call.md, one line an endpoint. */
export function tableOfAnswers(isForeign: (endpoint: AnyEndpoint) => boolean): string {
  const rows = allEndpoints.map((one) => {
    const cells = principals.map((who) => say(expectedAnswer(one, who, isForeign(one))))
    return `| ${one.id} | ${one.method} ${one.path} | ${one.guard} | ${cells.join(' | ')} |`
  })
  return `${[
    '# Who may call what',
    '',
    'Made from the contract by `server/src/testing/contract-matrix.test.ts`, which makes every one of these calls (run it with `-u` to write this',
    'page anew); do not edit. "answered": the endpoint itself decides, about what is the own of who calls. "own proof": judged by what the call',
    'carries, whoever calls. "as if it did not exist": the very bytes that an id which nobody has gets.',
    '',
    `| id | call | guard | ${principals.join(' | ')} |`,
    `|---|---|---|${'---|'.repeat(principals.length)}`,
    ...rows,
    '',
    '## At the port of the console',
    '',
    `${sayError('console.confirm')}: whoever may do it gives the password first. \`server/src/features/console/console-matrix.test.ts\` makes the calls.`,
    '',
    `| id | call | ${consolePrincipals.join(' | ')} |`,
    `|---|---|${'---|'.repeat(consolePrincipals.length)}`,
    ...consoleRows(),
  ].join('\n')}\n`
}

const say = (expected: Expected): string =>
  expected in errors ? sayError(expected as ErrorCode) : expected

const sayError = (code: ErrorCode): string => `${errors[code].status} ${errors[code].code}`

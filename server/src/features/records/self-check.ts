import type { CheckItem } from '@hongyan/contract/records'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { AccountId } from '../../platform/ids.ts'

interface Deps {
  directory: {
    addressesOf(accountId: AccountId): Promise<string[]>
    findRecipient(address: string): Promise<{ disabled: boolean; full: boolean } | null>
  }
  mailstore: Mailstore
  rules: {
    list(
      accountId: AccountId,
    ): Promise<{ enabled: boolean; name: string; action: { moveTo: number | null } }[]>
    answers(accountId: AccountId): Promise<{
      replyEnabled: boolean
      forwardEnabled: boolean
      forwardTo: string[]
    }>
  }
  /** Recipients of the last days whose mail waits or came back. */
  troubleOf(accountId: AccountId): Promise<{ waiting: number; bounced: number }>
}

const days = 30

/** What the server finds when it looks at a mailbox: one line for each thing worth looking at. */
export async function selfCheck(deps: Deps, accountId: AccountId): Promise<CheckItem[]> {
  const lines = await Promise.all([
    quota(deps, accountId),
    failedLogins(deps, accountId),
    places(deps, accountId),
    answers(deps, accountId),
    rules(deps, accountId),
    outgoing(deps, accountId),
    incoming(deps, accountId),
  ])
  return lines.flat()
}

async function quota({ mailstore }: Deps, accountId: AccountId): Promise<CheckItem[]> {
  const state = await mailstore.state(accountId)
  const share = state && state.quota > 0 ? state.used / state.quota : 1
  const level = share >= 0.95 ? 'danger' : share >= 0.8 ? 'warn' : 'ok'
  return [{ key: 'quota', level, values: { percent: String(Math.floor(share * 100)) } }]
}

async function failedLogins({ mailstore }: Deps, accountId: AccountId): Promise<CheckItem[]> {
  const failed = await mailstore.activityByPlace(accountId, { kind: 'login-failed', days })
  const times = failed.reduce((sum, one) => sum + one.times, 0)
  const level = times >= 10 ? 'danger' : times >= 3 ? 'warn' : 'ok'
  return [{ key: 'failed-logins', level, values: { times: String(times), days: String(days) } }]
}

async function places({ mailstore }: Deps, accountId: AccountId): Promise<CheckItem[]> {
  const from = await mailstore.activityByPlace(accountId, { kind: 'login', days })
  const list = from.slice(0, 5).map((one) => one.ip)
  const values = { count: String(from.length), list: list.join(', ') }
  return [{ key: 'other-places', level: from.length > 5 ? 'warn' : 'ok', values }]
}

async function answers({ rules }: Deps, accountId: AccountId): Promise<CheckItem[]> {
  const { replyEnabled, forwardEnabled, forwardTo } = await rules.answers(accountId)
  const list = forwardEnabled ? forwardTo.join(', ') : ''
  return [
    { key: 'auto-forward', level: forwardEnabled ? 'warn' : 'ok', values: { list } },
    { key: 'auto-reply', level: 'ok', values: { on: replyEnabled ? '1' : '0' } },
  ]
}

/** Rules that move mail to a folder which is gone: such mail stays in the inbox. */
async function rules({ rules, mailstore }: Deps, accountId: AccountId): Promise<CheckItem[]> {
  const [list, folders] = await Promise.all([rules.list(accountId), mailstore.folders(accountId)])
  const known = new Set<number>(folders.map(({ id }) => id))
  const broken = list.filter(
    ({ enabled, action: { moveTo } }) => enabled && moveTo !== null && !known.has(moveTo),
  )
  const names = broken.map(({ name }) => name).join(', ')
  const values = { count: String(list.length), broken: String(broken.length), names }
  return [{ key: 'rules', level: broken.length > 0 ? 'warn' : 'ok', values }]
}

async function outgoing({ troubleOf }: Deps, accountId: AccountId): Promise<CheckItem[]> {
  const { waiting, bounced } = await troubleOf(accountId)
  return [
    { key: 'outbox', level: waiting > 0 ? 'warn' : 'ok', values: { count: String(waiting) } },
    { key: 'bounced', level: bounced > 0 ? 'warn' : 'ok', values: { count: String(bounced) } },
  ]
}

/** Whether mail to each address of the mailbox would be taken now, as the door asks it at RCPT. */
async function incoming({ directory }: Deps, accountId: AccountId): Promise<CheckItem[]> {
  const addresses = await directory.addressesOf(accountId)
  const found = await Promise.all(addresses.map((address) => directory.findRecipient(address)))
  const shut = addresses.filter((_, at) => {
    const mailbox = found[at]
    return !mailbox || mailbox.disabled || mailbox.full
  })
  const values = { count: String(addresses.length), list: shut.join(', ') }
  return [{ key: 'mail-in', level: shut.length > 0 ? 'danger' : 'ok', values }]
}

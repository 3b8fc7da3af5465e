/**
 * Attackers in a process of their own, so that what one prepares makes only its own squad late: they sign in, and make
 * each attack they are told to by its name. Attackers step back behind server, database and bystander unless told not
 * to: in the world they have machines of their own.
 */
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { folders } from '@hongyan/contract/folders'
import { connectApi } from '../durability/api.ts'
import { domain, password } from '../durability/product.ts'
import type { Attack, Doors, Effort, Person } from './attack.ts'
import { allAttacks } from './attacks.ts'
import { openOffice } from './offices.ts'
import { oneCase } from './program-line.ts'
import { newTally, type Tally } from './tally.ts'

export interface Orders {
  /** Of everything that this squad calls its own. */
  number: number
  names: string[]
  folder: string
  doors: Doors
  consolePort: number
  certificates: string | null
  effort: Effort
  stepBack: boolean
}

/** What came of one attack. */
export interface Report {
  name: string
  tally: Tally
  /** Why it ended early, '' when it did not. */
  early: string
}

export type ToSquad = { begin: Orders } | { attack: string } | { lateness: true }
export type FromSquad =
  | { ready: true }
  | { report: Report }
  /** Seconds and ms that its loop was late at most and at p99, since the last question. */
  | { lateness: { most: number; p99: number } }

const tell = (message: FromSquad): void => void process.send?.(message)
const late = monitorEventLoopDelay({ resolution: 100 })

type Squad = Awaited<ReturnType<typeof begin>>
let squad: Squad | null = null

process.on('message', (message: ToSquad) => {
  if ('begin' in message)
    void begin(message.begin).then((made) => {
      squad = made
      late.enable()
      tell({ ready: true })
    })
  else if ('attack' in message) void squad?.(message.attack).then((report) => tell({ report }))
  else {
    tell({ lateness: { most: late.max / 1e9, p99: late.percentile(99) / 1e6 } })
    late.reset()
  }
})
// Without whom it fights for there is nothing to do.
process.on('disconnect', () => process.exit())

async function begin(orders: Orders) {
  const { number, names, folder, doors, consolePort, certificates, effort } = orders
  const people = await Promise.all(names.map((name) => signIn(doors, `${name}@${domain}`)))
  const ports = { httpPort: doors.httpPort, consolePort }
  const office = await openOffice(folder, ports, `office${number}`)
  if (orders.stepBack) stepBack()
  setInterval(() => {
    for (const { api } of [office.admin, ...people]) api.renew().catch(() => undefined)
  }, 240_000)
  let next = 0
  // Each attack is made by others than the one before it.
  const teamFor = ({ people: count }: Attack) =>
    Array.from({ length: count }, () => people[next++ % people.length] as Person)
  return async (name: string): Promise<Report> => {
    const tally = newTally()
    const attack = allAttacks.find((one) => one.name === name)
    if (!attack) return { name, tally, early: 'there is no such attack' }
    const means = { product: doors, people: teamFor(attack), tally, effort, office, certificates }
    try {
      await oneCase(means, name, () => attack.run(means))
      return { name, tally, early: '' }
    } catch (thrown) {
      // One that cannot go on (429 for its own flood, a login that was ended) does not end the others.
      return { name, tally, early: whyOf(thrown) }
    }
  }
}

async function signIn({ httpPort }: Doors, address: string): Promise<Person> {
  const api = connectApi(httpPort, { fresh: true })
  await api.logIn(address, password)
  const { folderList } = await api.get(folders.list, {})
  return { address, api, inbox: folderList.find((one) => one.role === 'inbox')?.folderId ?? 0 }
}

/** On Linux every thread has a priority of its own. Of four processes at the lowest one was late by minutes in one run of two. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), 19)
}

/** A failed fetch keeps what happened for itself. */
const whyOf = (thrown: unknown): string =>
  thrown instanceof Error
    ? [thrown.message, ...(thrown.cause ? [whyOf(thrown.cause)] : [])].join(': ')
    : String(thrown)

/**
 * `MIGRATE_MESSAGES=2000 npm run migrate-check`: a mailbox of Debian's Dovecot is brought in while the product is killed
 * five times and the line cut three times; then both sides are compared over IMAP.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientAccess } from '@hongyan/contract/client-access'
import { type Migration, migrations } from '@hongyan/contract/migration'
import { freePort } from '../support/free-port.ts'
import { type Api, connectApi } from './api.ts'
import { type Compared, compareSides } from './migrate-compare.ts'
import {
  isDovecotInstalled,
  type SourceServer,
  sourcePassword,
  startSource,
} from './migrate-source.ts'
import { command, domain, endPostgres, makePeople, password, startProduct } from './product.ts'

const messages = Number(process.env.MIGRATE_MESSAGES ?? 2_000)
const strikes = ['kill', 'cut', 'kill', 'cut', 'kill', 'kill', 'cut', 'kill'] as const
const address = `mover@${domain}`
const cutMs = 2_500
const lookMs = 100
const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Moved {
  last: Migration
  /** Strikes that it did not live to see. */
  left: number
}

/** The migration runs to its end, and is struck at even steps of it. */
async function move(
  options: { folder: string; environment: Record<string, string> },
  source: SourceServer,
  finish: (imaps: number, code: string) => Promise<Compared>,
): Promise<Moved & { compared: Compared }> {
  let product = await startProduct(options)
  try {
    await makePeople(options, ['mover'])
    let api = await enter(product.httpPort)
    await api.get(clientAccess.stateByUser, { state: 1, password })
    const { password: code } = await api.get(clientAccess.generatePassword, {})
    const server = { protocol: 'imap', host: '127.0.0.1', port: source.port, security: 'tls' }
    const from = { address: 'old@source.test', password: sourcePassword, server }
    const since = performance.now()
    await api.get(migrations.save, { ...from, range: 'all' })
    const left = strikes.map((kind, index) => ({ kind, at: (messages * (index + 1)) / 10 }))
    for (;;) {
      const last = await newest(api)
      if (last.status !== 'dispatching' && last.status !== 'inProgress') {
        const seconds = (performance.now() - since) / 1000
        const { total, imported, skipped, failed, status, reason } = last
        say(`${status} ${reason ?? ''} after ${seconds.toFixed(0)} s`)
        say(`struck ${strikes.length - left.length} times of ${strikes.length}`)
        say(`total ${total}, imported ${imported}, skipped ${skipped}, failed ${failed}`)
        const compared = await finish(Number(options.environment.HONGYAN_IMAPS_PORT), code)
        return { last, left: left.length, compared }
      }
      const next = left[0]
      if (!next || last.imported < next.at) {
        await new Promise((resolve) => setTimeout(resolve, lookMs))
        continue
      }
      left.shift()
      say(`${last.imported} of ${last.total ?? '?'} are in: ${next.kind}`)
      if (next.kind === 'cut') await source.cut(cutMs)
      else {
        await product.end('SIGKILL')
        product = await startProduct(options)
        api = await enter(product.httpPort)
      }
    }
  } finally {
    await product.end('SIGTERM')
  }
}

async function enter(port: number): Promise<Api> {
  const api = connectApi(port)
  await api.logIn(address, password)
  return api
}

async function newest(api: Api): Promise<Migration> {
  const { envelope } = await api.call(migrations.list, {})
  const [found] = envelope.data?.list ?? []
  if (found) return found
  await api.renew()
  return newest(api)
}

async function run(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-migrate-'))
  // Dovecot reads its mail as somebody else.
  await chmod(folder, 0o755)
  const source = await startSource(join(folder, 'source'), messages)
  const data = join(folder, 'data')
  const environment = {
    HONGYAN_IMAPS_PORT: String(await freePort()),
    HONGYAN_PRIVATE_MAIL_HOSTS: '127.0.0.0/8',
    HONGYAN_MIGRATION_CA: source.certificate,
  }
  try {
    const options = { folder: data, environment }
    const { last, left, compared } = await move(options, source, (imaps, code) =>
      compareSides(
        { port: source.port, user: 'old@source.test', password: sourcePassword },
        { port: imaps, user: address, password: code },
      ),
    )
    const verify = await command(options, ['verify'])
    const { there, lost, doubled, changed } = compared
    say(
      `compared ${there}: lost ${lost}, doubled or foreign ${doubled}, other flags or dates ${changed}`,
    )
    say(`verify: ${verify.code} ${verify.said.trim().split('\n').at(-1)}`)
    const isRight =
      last.status === 'completed' && left === 0 && there === messages && verify.code === 0
    return isRight && lost + doubled + changed === 0 ? 0 : 1
  } finally {
    source.stop()
    endPostgres(data)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (isDovecotInstalled()) process.exitCode = await run()
else say('left out: dovecot is not installed here, or this is not root')

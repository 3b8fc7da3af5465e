import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { App } from '../app.ts'
import { type Config, isLoopback } from '../config.ts'
import { variables } from '../config-variables.ts'
import { createLog, type Log } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import type { Command } from './command.ts'
import { openGround } from './ground.ts'
import { prepareDemo, seedDemo } from './seed-demo.ts'

/** Accepted mail is finished before the end; a stop that hangs is cut after this. */
const stopLimitMs = 20_000

export const serveCommand: Command = async ({ config, createApp, print }) => {
  await refuseOpenDemo(config)
  const log = createLog(config.logLevel)
  const ground = await openGround(config, { log, alone: true })
  try {
    const app = await createApp(ground)
    const signal = waitForSignal()
    const demo = config.demo ? await prepareDemo(app) : null
    await startApp(app)
    ground.started()
    if (demo) await seedDemo(app, config, demo)
    await welcome(app, config, print)
    log.info({ http: app.httpPort(), smtp: app.smtpPort() }, 'ready')
    await signal
    await stopWithin(app, log)
  } finally {
    await ground.close()
  }
  return 0
}

/** Every port has a variable of its own. */
const portNames = Object.keys(variables)
  .filter(
    (name) =>
      name.endsWith('_PORT') && name !== 'HONGYAN_RELAY_PORT' && name !== 'HONGYAN_OUTBOUND_PORT',
  )
  .join(', ')

/** A port that somebody else has is a sentence, and nothing stays running. */
async function startApp(app: App): Promise<void> {
  try {
    await app.start()
  } catch (thrown) {
    await app.stop()
    const { code, port } = thrown as { code?: string; port?: number }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw thrown
    const why = code === 'EACCES' ? 'may not be used by this user' : 'is in use by another program'
    throw new StartRefused(`Port ${port} ${why}. Set one of ${portNames} to another one.`)
  }
}

/** Demo accounts have a password that stands in the README: nobody but this machine may reach them. */
async function refuseOpenDemo(config: Config): Promise<void> {
  if (!config.demo || isLoopback(config.bind)) return
  const resolved = await lookup(config.bind).catch(() => null)
  if (resolved && isLoopback(resolved.address)) return
  throw new StartRefused(
    `HONGYAN_BIND is ${config.bind}, but the demo accounts, whose password everybody can read, must not be reachable ` +
      'from other machines. Set HONGYAN_DEMO=off (演示账号的密码是公开的，只能监听本机地址；请设置 HONGYAN_DEMO=off).',
  )
}

async function welcome(app: App, config: Config, print: (line: string) => void): Promise<void> {
  const accounts = await app.demoAccounts()
  const place = new URL(config.origin)
  if (config.origin.startsWith('http://localhost')) place.port = String(app.httpPort())
  print('')
  print(`  鸿雁 Hongyan  ${place.origin}`)
  if (app.consolePort() !== null)
    print(`  Console       ${config.bind}:${app.consolePort()} (管理后台)`)
  print(`  SMTP          ${config.bind}:${app.smtpPort() ?? 'off'}`)
  print(`  IMAP          ${config.bind}:${app.imapPorts().port ?? 'off'}`)
  print(`  POP3          ${config.bind}:${app.pop3Ports().port ?? 'off'}`)
  print(`  Submission    ${config.bind}:${app.submissionPorts().port ?? 'off'}`)
  if (accounts) {
    print('')
    print(`  Demo accounts, password ${config.demoPassword}:`)
    for (const account of accounts) print(`    ${account}`)
  } else if (!(await app.directory.organisation())) {
    print('')
    print('  Nobody can log in yet. Make the first domain and administrator:')
    print('    npx hongyan domain add example.org')
    print('    npx hongyan user add admin@example.org --name Administrator --admin')
  }
  print('')
}

async function waitForSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
}

async function stopWithin(app: App, log: Log): Promise<void> {
  const timer = setTimeout(() => {
    log.error('the stop took too long')
    process.exit(1)
  }, stopLimitMs)
  await app.stop()
  clearTimeout(timer)
}

import { statfs } from 'node:fs/promises'
import { styleText } from 'node:util'
import type { App } from '../app.ts'
import { type Config, isLoopback } from '../config.ts'
import { recordsForDoctor } from '../features/domains/domains.public.ts'
import type { Command } from './command.ts'
import { databaseVersion, durableSettings } from './doctor.queries.ts'
import { withApp } from './organisation.ts'

type Verdict = 'ok' | 'warn' | 'bad'
type Say = (verdict: Verdict, text: string) => void

const marks: Record<Verdict, string> = {
  ok: styleText('green', 'ok  '),
  warn: styleText('yellow', 'note'),
  bad: styleText('red', 'BAD '),
}

/** Looks at everything that makes mail fail in practice and says what to do. Exit code 1 when something is bad. */
export const doctorCommand: Command = (input) =>
  withApp(input, async (app) => {
    let bad = 0
    const say: Say = (verdict, text) => {
      if (verdict === 'bad') bad++
      input.print(`${marks[verdict]} ${text}`)
    }
    checkConfig(input.config, say)
    await checkDisk(input.config, say)
    await checkDatabase(app, say)
    for (const domain of await app.directory.domains())
      await checkDomain(app, { domain, config: input.config, say })
    return bad > 0 ? 1 : 0
  })

function checkConfig(config: Config, say: Say): void {
  say('ok', `data folder ${config.dataFolder}, name in SMTP ${config.hostname}`)
  if (isLoopback(config.bind))
    say('warn', 'listeners are bound to this machine only; set HONGYAN_BIND to receive mail')
  else if (!config.origin.startsWith('https:'))
    say('bad', 'HONGYAN_ORIGIN must be https when others can reach this server')
  if (!config.tls)
    say('warn', 'STARTTLS uses a self-signed certificate; set HONGYAN_TLS_KEY and HONGYAN_TLS_CERT')
}

async function checkDisk(config: Config, say: Say): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataFolder)
  const free = (bavail * bsize) / 1024 ** 3
  say(free < 1 ? 'bad' : 'ok', `${free.toFixed(1)} GB free under ${config.dataFolder}`)
}

async function checkDatabase({ database }: App, say: Say): Promise<void> {
  for (const { name, setting, wanted } of await durableSettings(database)) {
    say(
      setting === wanted ? 'ok' : 'bad',
      `PostgreSQL ${name} = ${setting}${setting === wanted ? '' : `, must be ${wanted}`}`,
    )
  }
  say('ok', await databaseVersion(database))
}

interface DomainCheck {
  domain: string
  config: Config
  say: Say
}

/** The records a domain needs, and whether they are published. */
async function checkDomain({ database }: App, { domain, config, say }: DomainCheck): Promise<void> {
  const records = await recordsForDoctor(database, domain, config)
  if (!records) return say('bad', `${domain} has no DKIM key`)
  for (const { state, name, type, value } of records) {
    const isThere = state === 'published'
    say(
      isThere ? 'ok' : 'warn',
      `${isThere ? 'published' : 'publish  '} ${name} ${type} "${value}"`,
    )
  }
}

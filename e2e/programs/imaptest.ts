import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { execute, type Program } from './program.ts'

/** Scripts that want what is not so here, on purpose (docs/adr/0028): what each of them asks for. */
const otherwise: Readonly<Record<string, string>> = {
  copy: 'RECENT, which RFC 9051 gave up',
  select: 'RECENT, which RFC 9051 gave up',
  'search-flags': 'RECENT, which RFC 9051 gave up',
  'search-body': 'TEXT in header fields that the index does not hold',
  listext: 'a subscription without a mailbox',
  subscribe: 'a subscription without a mailbox',
  id: 'an ID of 30 kB from a stranger',
  esearch: 'a number beyond the last message, which RFC 9051 §9 refuses',
}

/**
 * Dovecot's own judge of IMAP servers, where somebody built it (Debian has no package): its scripted tests from the folder
 * `IMAPTEST_TESTS`, or with `IMAPTEST_SECONDS` its stress mode.
 */
export const imaptest: Program = {
  name: 'imaptest',
  command: 'imaptest',
  run: async (at) => {
    const { IMAPTEST_TESTS: tests, IMAPTEST_SECONDS: seconds } = process.env
    // Debian's Dovecot keeps its libraries, which imaptest is linked with, in a folder of its own.
    const env = { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? '/usr/lib/dovecot' }
    const server = [`host=${at.host}`, `port=${at.tlsPort}`, 'ssl=any-cert']
    const login = [`user=${at.address}`, `pass=${at.code}`]
    if (seconds) {
      const mbox = `mbox=${join(tests ?? '', 'default.mbox')}`
      const load = [`secs=${seconds}`, 'clients=10', mbox]
      const said = await execute('imaptest', [...server, ...login, ...load], {
        env,
        limitMs: (Number(seconds) + 60) * 1_000,
      })
      // "(2 stalled >3s)" behind the figures of each second tells how busy the machine is.
      refuse(said.split('\n').filter((line) => /Error|BUG|Fatal|stalled for/i.test(line)))
      return
    }
    if (!tests) throw new Error('IMAPTEST_TESTS names no folder')
    const found: string[] = []
    // A folder in it holds scripts that its authors call broken.
    const scripts = readdirSync(tests, { withFileTypes: true })
      .filter((one) => one.isFile() && !one.name.includes('.'))
      .map(({ name }) => name)
    for (const name of scripts) {
      const said = await execute('imaptest', [...server, ...login, `test=${join(tests, name)}`], {
        env,
        codes: [0, 1, 2],
        stderr: true,
      })
      const differs = /\b[1-9]\d* failed|^(?:Error|Fatal)/m.test(said)
      if (differs && !otherwise[name]) found.push(`--- ${name}: ${said}`)
      if (!differs && otherwise[name]) found.push(`--- ${name} does not differ any more`)
    }
    refuse(found)
  },
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`\n${faults.join('\n')}`)
}

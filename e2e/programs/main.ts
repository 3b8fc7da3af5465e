/**
 * `npm run programs`: programs that people have, against the product as it is started. What is not installed is said and
 * left out. A name as argument runs one alone: `npm run programs -- mutt`.
 */
import { imaptest } from './imaptest.ts'
import { type Installation, startInstallation } from './installation.ts'
import { mbsync } from './mbsync.ts'
import { curlPop3, fetchmailPop3, getmailPop3, poplib } from './pop3.ts'
import { isInstalled, type Program } from './program.ts'
import { curl, fetchmail, getmail, mutt, offlineimap, python } from './readers.ts'
import { curlSmtp, msmtp, swaks } from './senders.ts'
import { thunderbird } from './thunderbird/thunderbird.ts'

const programs: readonly Program[] = [
  mutt,
  mbsync,
  offlineimap,
  fetchmail,
  getmail,
  python,
  curl,
  fetchmailPop3,
  getmailPop3,
  curlPop3,
  poplib,
  swaks,
  msmtp,
  curlSmtp,
  thunderbird,
  imaptest,
]
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const [only] = process.argv.slice(2)
let failed = 0

async function runAll(at: Installation): Promise<void> {
  for (const { name, command, run } of programs) {
    if (only && !name.includes(only)) continue
    if (command && !isInstalled(command)) {
      say(`--  ${name}: not installed`)
      continue
    }
    const since = performance.now()
    try {
      await run(at)
      say(`ok  ${name} (${((performance.now() - since) / 1000).toFixed(1)} s)`)
    } catch (thrown) {
      failed++
      const { message, responseText = '' } = thrown as Error & { responseText?: string }
      say(`NO  ${name}: ${message} ${responseText}`)
    }
  }
}

const installation = await startInstallation()
try {
  await runAll(installation)
} finally {
  await installation.stop()
}
say(failed === 0 ? 'all programs work' : `${failed} do not work`)
process.exitCode = failed === 0 ? 0 : 1

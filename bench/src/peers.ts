import { startRoundcube } from './peers/roundcube.ts'
import { watchWebmail } from './peers/webmail.ts'
import type { Promised } from './promise.ts'
import { launchBrowser } from './support/browser.ts'
import { makeMail } from './support/corpus.ts'
import { startDovecot } from './support/dovecot.ts'
import { connectSmtp, toWire } from './support/smtp-client.ts'
import { type Figure, figure } from './support/stats.ts'

const imapPort = 34_193
const lmtpPort = 34_124
const webPort = 34_180
const recipients = Array.from({ length: 10 }, (_, index) => `reader${index}@bench.test`)

/**
 * What others do on this machine at this hour, as Debian installs them: Dovecot takes the mail of `delivery` by LMTP, Roundcube shows
 * it. Who is not installed is left out. `npm run bench -- --peers` runs it beside ours; nothing of the product needs it.
 */
export const peers: Promised = {
  name: 'peers',
  needs: 'own',
  run: async ({ quick }) => {
    const dovecot = await startDovecot(imapPort, lmtpPort)
    if (!dovecot) {
      console.log('no Dovecot is installed here, or this is not root: nobody to compare with')
      return []
    }
    try {
      const figures: Figure[] = []
      if (dovecot.lmtpPort !== null) {
        for (const connections of [1, 8, 32])
          figures.push(await deliverTo(dovecot.lmtpPort, connections, quick ? 1_000 : 4_000))
      }
      return [...figures, ...(await roundcube(dovecot, quick ? 5 : 10))]
    } finally {
      dovecot.stop()
    }
  },
}

/** The messages of `delivery`, 10 kB each, to ten mailboxes. */
async function deliverTo(port: number, connections: number, count: number): Promise<Figure> {
  const mails = Array.from({ length: count }, (_, index) => {
    const to = recipients[index % recipients.length] ?? ''
    return { sender: `sender${index % 50}@example.org`, to, wire: wireOf(index, to) }
  })
  const clients = await Promise.all(
    Array.from({ length: connections }, () => connectSmtp(port, 'LHLO')),
  )
  let next = 0
  const since = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      for (let mail = mails[next++]; mail; mail = mails[next++]) await client.send(mail)
    }),
  )
  const rate = count / ((performance.now() - since) / 1000)
  for (const client of clients) client.close()
  return figure({
    name: `peer: Dovecot by LMTP, ${connections} connections, delivered a second`,
    size: count,
    samples: [rate],
    unit: 'mails/s',
  })
}

const wireOf = (index: number, to: string): Buffer =>
  toWire(makeMail(index, { to, size: 10_000, mark: `peer${index.toString(36)}x` }).raw)

async function roundcube(
  dovecot: { port: number; password: string; lmtpPort: number | null },
  rounds: number,
): Promise<Figure[]> {
  const webmail = await startRoundcube(webPort, dovecot.port)
  if (!webmail) {
    console.log('no Roundcube is installed here')
    return []
  }
  const browser = await launchBrowser()
  try {
    const where = {
      url: webmail.url,
      name: '#rcmloginuser',
      password: '#rcmloginpwd',
      button: '#rcmloginsubmit',
      row: '#messagelist tbody tr.message',
    }
    const who = { user: recipients[0] ?? '', password: dovecot.password }
    // Its tables are made, and its pages compiled, before anything is timed.
    await watchWebmail(browser, where, { ...who, rounds: 1 })
    const { paints, logins, visits } = await watchWebmail(browser, where, { ...who, rounds })
    const told = (name: string, samples: number[]): Figure =>
      figure({ name: `peer: Roundcube, ${name}`, size: 0, samples, unit: 'ms' })
    return [
      told('login page, first paint, cold', paints),
      told('submit to list visible', logins),
      told('second visit to list visible', visits),
    ]
  } finally {
    await browser.close()
    webmail.stop()
  }
}

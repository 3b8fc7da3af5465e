import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from './imap/commands.ts'
import { idlePrograms, perAccount } from './imap/idle.ts'
import { largeMailbox } from './imap/large-mailbox.ts'
import { largeMessage } from './imap/large-message.ts'
import type { Side } from './imap/sides.ts'
import type { Promised } from './promise.ts'
import { startDovecot } from './support/dovecot.ts'
import { connectHttp, logIn } from './support/http-client.ts'
import { addPeople, makeOrganisation, password } from './support/people.ts'
import { type Server, startServer } from './support/server.ts'

const reader = 'reader@bench.test'
const keeper = 'keeper@bench.test'

/**
 * What mail programs do all day, beside Dovecot with the same mail on the same machine in the same run; where that is not
 * installed the figures are ours alone.
 */
export const imap: Promised = {
  name: 'imap',
  needs: 'own',
  run: async ({ quick }) => {
    const count = quick ? 2_000 : 10_000
    const large = quick ? 10_000 : 100_000
    const idle = quick ? 200 : 1_000
    const sleepers = Array.from({ length: idle / perAccount }, (_, n) => `sleeper${n}@bench.test`)
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    await makeOrganisation(folder)
    const [port, otherPort] = [await freePort(), await freePort()]
    const server = await startServer(folder, { environment: { HONGYAN_IMAPS_PORT: `${port}` } })
    const dovecot = await startDovecot(otherPort)
    try {
      const addresses = [reader, keeper, ...sleepers]
      await addPeople(server.databaseUrl, addresses)
      const codes = await codesOf(server, addresses)
      const sides: Side[] = [{ name: 'ours', pid: server.pid, port, codes }]
      if (dovecot) {
        const same = new Map(addresses.map((one) => [one, dovecot.password]))
        sides.push({ name: 'dovecot', pid: dovecot.pid, port: otherPort, codes: same })
      }
      return [
        // First: what other work has left in memory would be given back meanwhile.
        ...(await idlePrograms(sides, sleepers)),
        ...(await commands(sides, { address: reader, count })),
        ...(await largeMailbox(sides, { address: keeper, count: large })),
        ...(await largeMessage(sides, reader)),
      ]
    } finally {
      await server.stop()
      dovecot?.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function codesOf(
  { httpPort }: Server,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (const address of addresses) {
    const client = await connectHttp(httpPort)
    await logIn(client, address, password)
    await client.data('user/client/stateByUser', { state: 1, password })
    const made = await client.data<{ password: string }>('user/client/generatePassword')
    codes.set(address, made.password)
    client.close()
  }
  return codes
}

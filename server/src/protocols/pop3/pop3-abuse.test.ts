import { afterAll, beforeAll, expect, it } from 'vitest'
import { mail } from '../../testing/builders.ts'
import { newProgramMailbox, type ProgramMailbox } from '../../testing/imap-client.ts'
import { connectPop3 } from '../../testing/pop3-client.ts'
import { connectLine } from '../../testing/program-line.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createCertificate } from '../shared/certificate-files.ts'
import { createSelfSigned } from '../shared/self-signed.ts'
import { createPop3Doors } from './listener.ts'

let server: TestServer
let doors: ReturnType<typeof createPop3Doors>
let box: ProgramMailbox
const tls = () => connectPop3(doors.ports().tlsPort ?? 0)

/** The ports once more, with little patience. */
beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_CAPTCHA: 'off' } })
  const pair = await createSelfSigned('mail.example.test', new Date())
  doors = createPop3Doors({
    ...server.app,
    config: { bind: '127.0.0.1', pop3Port: 0, pop3sPort: 0 },
    certificate: createCertificate(pair, null, server.app.log),
    limits: {
      readTimeout: 200,
      commandTimeout: 300,
      connectionsFromLoopback: 6,
      patience: 60_000,
      badCommands: 4,
    },
  })
  await doors.start()
  box = await newProgramMailbox(server)
})

afterAll(async () => {
  await doors.stop()
  await server.stop()
})

const quiet = async (): Promise<void> => {
  while (doors.connections() > 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

it('P5 a large message goes to a reader as it takes it, byte for byte; one that takes nothing is cut, and its mailbox is free', async () => {
  const line = `.${'x'.repeat(60)}\r\n`
  const raw = mail({ to: box.address, subject: 'large', text: line.repeat(300_000) })
  const message = await server.app.mailstore.prepare(raw)
  await server.app.mailstore.deliver(message, [
    { accountId: box.accountId, folder: 'inbox', receivedAt: new Date() },
  ])
  const login = `AUTH PLAIN ${Buffer.from(`\0${box.address}\0${box.code}`).toString('base64')}`
  const slow = await tls()
  await slow.ask(login)
  slow.pause()
  slow.write('RETR 1\r\n')
  await quiet()
  slow.resume()
  expect(await slow.closed()).not.toMatch(/\r\n\.\r\n$/)
  const good = await tls()
  expect(await good.ask(login)).toMatch(/^\+OK 1 messages/)
  good.write('RETR 1\r\nQUIT\r\n')
  const [, stuffed = ''] =
    /^\+OK \d+ octets\r\n(.*)\.\r\n\+OK Goodbye\r\n$/s.exec(await good.closed()) ?? []
  expect(stuffed.replace(/^\./gm, '') === raw.toString('latin1')).toBe(true)
  await quiet()
})

it('P11 a line without end, a line that drips, and lines that are no command end the session', async () => {
  const endless = await tls()
  endless.write('x'.repeat(5_000))
  expect(await endless.closed()).toBe('-ERR [SYS/TEMP] The line is too long\r\n')
  const drip = await tls()
  drip.write('CA')
  expect(await drip.closed()).toBe('-ERR [SYS/TEMP] The command comes too slowly\r\n')
  const noise = await tls()
  noise.write('\r\n'.repeat(10))
  expect(await noise.closed()).toMatch(/^(?:-ERR This is no command\r\n){4}-ERR .*Too many lines/)
  await quiet()
})

it('P7 one network has its share of the lines and no more', async () => {
  const open = await Promise.all(Array.from({ length: 6 }, tls))
  const late = connectLine(doors.ports().port ?? 0, { tls: false })
  expect(await late.closed()).toMatch(/^-ERR \[SYS\/TEMP\] Too many connections/)
  for (const one of open) one.close()
})

import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deafPeer } from '../../../testing/deaf-peer.ts'
import { newProgramMailbox } from '../../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { plainOf } from '../../../testing/submission-client.ts'
import { createCertificate } from '../../shared/certificate-files.ts'
import { createSelfSigned } from '../../shared/self-signed.ts'
import { createSubmissionDoors } from './submission-doors.ts'

let server: TestServer
let doors: ReturnType<typeof createSubmissionDoors>

/** The ports once more, with little patience, and one place for an account. */
beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_CAPTCHA: 'off' } })
  const pair = await createSelfSigned('mail.example.test', new Date())
  doors = createSubmissionDoors({
    ...server.app,
    config: { bind: '127.0.0.1', hostname: 'mail.test', submissionPort: 0, submissionsPort: 0 },
    certificate: createCertificate(pair, null, server.app.log),
    limits: { commandTimeout: 4_000, connectionsPerAccount: 1 },
  })
  await doors.start()
})

afterAll(async () => {
  await doors.stop()
  await server.stop()
})

const line = () => connect({ port: doors.ports().tlsPort ?? 0, rejectUnauthorized: false })

it('P5 issue 14: a program that is in, asks without end and reads no answer is read no further, is sent away, and its place is free', async () => {
  const box = await newProgramMailbox(server)
  const logIn = ['EHLO deaf', `AUTH PLAIN ${plainOf(box)}`]
  const deaf = await deafPeer(line(), [...logIn, `MAIL FROM:<${box.address}>`])
  expect(deaf.answers.at(-1)).toMatch(/^250 /)
  const tooMany = line()
  expect((await deafPeer(tooMany, logIn)).answers.at(-1)).toMatch(/^[45]\d\d /)
  tooMany.destroy()
  // For ever, if its commands were answered while nothing is read.
  await deaf.sayUntilCut('RCPT TO:<peer@other.test>\r\n')
  const next = line()
  expect((await deafPeer(next, logIn)).answers.at(-1)).toMatch(/^235 /)
  next.destroy()
})

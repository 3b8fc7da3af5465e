import { clientAccess } from '@hongyan/contract/client-access'
import { lock } from '@hongyan/contract/lock'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { connectImap, newProgramMailbox } from '../../testing/imap-client.ts'
import { connectPop3 } from '../../testing/pop3-client.ts'
import { newPublicBox } from '../../testing/public-box.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { submissionLine } from '../../testing/submission-client.ts'
import { readBearer } from './bearer.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_CAPTCHA: 'off' } })
})

afterAll(() => server.stop())

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const tokenOf = ({ tokens }: HttpClient): string => tokens?.accessToken ?? ''
const oauthBearer = (address: string, token: string): string =>
  base64(`n,a=${address},\x01host=mail.example.test\x01port=993\x01auth=Bearer ${token}\x01\x01`)
const xoauth2 = (address: string, token: string): string =>
  base64(`user=${address}\x01auth=Bearer ${token}\x01\x01`)
const imapLine = () => connectImap(server.app.imapPorts().tlsPort ?? 0)

/** A program of IMAP that came in by the token of a login. */
async function imapBy(client: HttpClient, address: string) {
  const program = await imapLine()
  const said = await program.ask(`AUTHENTICATE XOAUTH2 ${xoauth2(address, tokenOf(client))}`)
  expect(said).toMatch(/^t1 OK \[CAPABILITY /)
  return program
}

describe('access tokens instead of a code', () => {
  it('CLIENTACCESS-08 a program comes in by OAUTHBEARER and XOAUTH2, by IMAP, POP3 and submission, and without a code', async () => {
    const box = await newProgramMailbox(server)
    await box.client.get(clientAccess.cancelPassword, {})
    const token = tokenOf(box.client)
    const imap = await imapLine()
    expect(await imap.ask('CAPABILITY')).toContain(' AUTH=OAUTHBEARER AUTH=XOAUTH2 ')
    imap.write('a AUTHENTICATE OAUTHBEARER\r\n')
    await imap.until(/^\+ /)
    imap.write(`${oauthBearer(box.address, token)}\r\n`)
    expect(await imap.until(/^a /)).toMatch(/^a OK/)
    expect(await imap.ask('SELECT INBOX')).toMatch(/OK \[READ-WRITE\]/)
    // Nobody is named: it is whose token it is.
    const unnamed = await imapLine()
    const text = base64(`n,,\x01auth=Bearer ${token}\x01\x01`)
    expect(await unnamed.ask(`AUTHENTICATE OAUTHBEARER ${text}`)).toMatch(/OK/)
    const pop3 = await connectPop3(server.app.pop3Ports().tlsPort ?? 0)
    expect(await pop3.ask(`AUTH OAUTHBEARER ${oauthBearer(box.address, token)}`)).toMatch(/^\+OK/)
    const smtp = await submissionLine(server)
    const said = await smtp.command(`AUTH XOAUTH2 ${xoauth2(box.address, token)}`)
    expect(said.code).toBe(235)
    expect((await smtp.command(`MAIL FROM:<${box.address}>`)).code).toBe(250)
    const standard = await submissionLine(server)
    expect((await standard.command('AUTH OAUTHBEARER bm90aGluZw==')).code).toBe(501)
    expect((await standard.command('AUTH OAUTHBEARER')).code).toBe(334)
    const wrong = await standard.command(oauthBearer(box.address, 'x'.repeat(43)))
    expect(wrong.code).toBe(334)
    expect(JSON.parse(Buffer.from(wrong.lines[0] ?? '', 'base64').toString())).toEqual({
      status: 'invalid_token',
    })
    expect((await standard.command('AQ==')).text).toMatch(/^535 5\.7\.8/)
    expect((await standard.command(`AUTH OAUTHBEARER ${text}`)).code).toBe(235)
    expect((await standard.command(`MAIL FROM:<${box.address}>`)).code).toBe(250)
    // The mailbox is let in by its owner, and by protocols.
    await box.client.get(clientAccess.protocol, { body: { protocol: 'imap', state: 0 } })
    await imap.closed()
    await box.client.get(clientAccess.stateByUser, { body: { state: 0, password: '' } })
    await smtp.closed()
    await standard.closed()
  })

  it('CLIENTACCESS-08 a wrong token, one of another, one of a switched login and one over an open line let nobody in', async () => {
    const box = await newProgramMailbox(server)
    const other = await newProgramMailbox(server)
    const token = tokenOf(other.client)
    const refused = async (sent: string, mechanism = 'OAUTHBEARER') => {
      const program = await imapLine()
      program.write(`a AUTHENTICATE ${mechanism} ${sent}\r\n`)
      const heard = await program.until(/^(?:\+|a) /)
      if (heard.startsWith('a ')) return heard
      program.write('AQ==\r\n')
      return [
        JSON.parse(Buffer.from(heard.slice(2), 'base64').toString()).status,
        await program.until(/^a /),
      ]
    }
    const failed = expect.stringMatching(/^a NO \[AUTHENTICATIONFAILED\]/)
    expect(await refused(oauthBearer(box.address, 'x'.repeat(43)))).toEqual([
      'invalid_token',
      failed,
    ])
    expect(await refused(xoauth2(box.address, token), 'XOAUTH2')).toEqual(['401', failed])
    expect(await refused(base64('n,,\x01auth=Basic abc\x01\x01'))).toMatch(/^a NO \[CANNOT\]/)
    const desk = await newPublicBox(server, 'bearer-desk@example.test')
    await desk.grant(box.address, 'full')
    const switched = await signIn(server, box.address)
    await desk.enter(switched)
    for (const address of [desk.address, box.address])
      expect(await refused(oauthBearer(address, tokenOf(switched)))).toEqual([
        'invalid_token',
        failed,
      ])
    const open = await connectImap(server.app.imapPorts().port ?? 0, { tls: false })
    expect(
      await open.ask(`AUTHENTICATE OAUTHBEARER ${oauthBearer(box.address, tokenOf(box.client))}`),
    ).toMatch(/NO \[PRIVACYREQUIRED\]/)
  })

  it('CLIENTACCESS-08 SECURITY-12 the program goes when its login signs out or its screen is locked; one of another login and one with the code stay', async () => {
    const box = await newProgramMailbox(server)
    const [leaving, locking, staying] = [
      await signIn(server, box.address),
      await signIn(server, box.address),
      await signIn(server, box.address),
    ]
    const left = await imapBy(leaving, box.address)
    const locked = await imapBy(locking, box.address)
    const smtp = await submissionLine(server)
    await smtp.command(`AUTH XOAUTH2 ${xoauth2(box.address, tokenOf(locking))}`)
    const stays = await imapBy(staying, box.address)
    const coded = await box.program()
    await left.ask('SELECT INBOX')
    left.write('i IDLE\r\n')
    await left.until(/^\+ /)
    await leaving.get(session.logout, {})
    await left.closed()
    await locking.get(lock.set, { body: { password: '112233' } })
    await locking.get(lock.open, { body: {} })
    await locked.closed()
    await smtp.closed()
    // Who comes by a locked login is not let in.
    const late = await imapLine()
    late.write(`a AUTHENTICATE XOAUTH2 ${xoauth2(box.address, tokenOf(locking))}\r\n`)
    expect(await late.until(/^(?:\+|a) /)).toMatch(/^\+ /)
    for (const one of [stays, coded]) expect(await one.ask('NOOP')).toMatch(/OK/)
  })

  it('RFC 7628 §3.1 what is read, and what is not', () => {
    const token = 'vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg=='
    expect(
      readBearer('OAUTHBEARER', `n,a=a=2Cb@x,\x01host=h\x01auth=Bearer ${token}\x01\x01`),
    ).toEqual({ username: 'a,b@x', token })
    expect(readBearer('OAUTHBEARER', `y,,\x01auth=bearer ${token}\x01\x01`)).toEqual({
      username: '',
      token,
    })
    for (const text of [
      '',
      'n,,',
      `p=tls-exporter,,\x01auth=Bearer ${token}\x01\x01`,
      `n,,\x01auth=Bearer ${token}\x01`,
      `n,,\x01auth=Bearer ${token}\x01auth=Bearer ${token}\x01\x01`,
      `n,,\x01auth=Bearer \x01\x01`,
      `user=a@x\x01auth=Bearer ${token}\x01\x01`,
    ])
      expect([text, readBearer('OAUTHBEARER', text)]).toEqual([text, null])
    expect(readBearer('XOAUTH2', `user=a@x\x01auth=Bearer ${token}\x01\x01`)?.username).toBe('a@x')
  })
})

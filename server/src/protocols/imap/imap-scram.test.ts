import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectImap, type ImapClient, newProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
const tls = () => connectImap(server.app.imapPorts().tlsPort ?? 0)

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64')
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

interface Attempt {
  username: string
  code: string
  /** `n,,` or `p=tls-exporter,,` */
  header?: string
  binding?: Buffer
  mechanism?: string
  /** Changes the last message. */
  spoil?(message: string): string
}

/** A program that comes in by RFC 5802. @returns how the server ended it */
async function comeIn(program: ImapClient, attempt: Attempt): Promise<string> {
  const { username, code, header = 'n,,', binding = Buffer.alloc(0) } = attempt
  const { mechanism = 'SCRAM-SHA-256', spoil = (one) => one } = attempt
  const bare = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=fyko+d2lbbFgONRv9qkxdawL`
  program.write(`s AUTHENTICATE ${mechanism} ${base64(header + bare)}\r\n`)
  const heard = await program.until(/^(\+|s) /)
  if (heard.startsWith('s ')) return heard
  const challenge = Buffer.from(heard.slice(2), 'base64').toString()
  const [, nonce = '', salt = '', rounds] = /^r=([^,]+),s=([^,]+),i=(\d+)$/.exec(challenge) ?? []
  const salted = pbkdf2Sync(code, Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256')
  const clientKey = hmac(salted, 'Client Key')
  const storedKey = createHash('sha256').update(clientKey).digest()
  const unproved = `c=${base64(Buffer.concat([Buffer.from(header), binding]))},r=${nonce}`
  const signed = `${bare},${challenge},${unproved}`
  const proof = hmac(storedKey, signed).map((byte, at) => byte ^ (clientKey[at] ?? 0))
  program.write(`${base64(spoil(`${unproved},p=${base64(Buffer.from(proof))}`))}\r\n`)
  const answer = await program.until(/^(\+|s) /)
  if (answer.startsWith('s ')) return answer
  const signature = base64(hmac(hmac(salted, 'Server Key'), signed))
  expect(Buffer.from(answer.slice(2), 'base64').toString()).toBe(`v=${signature}`)
  program.write('\r\n')
  return program.until(/^s /)
}

it('CLIENTACCESS-08 SCRAM-SHA-256: a program comes in with a proof of the code, tied to its line if it likes, and both know each other', async () => {
  const box = await newProgramMailbox(server)
  const who = { username: box.address, code: box.code }
  const first = await tls()
  expect(await first.ask('CAPABILITY')).toMatch(/AUTH=SCRAM-SHA-256-PLUS AUTH=SCRAM-SHA-256 /)
  expect(await comeIn(first, who)).toMatch(/^s OK/)
  expect(await first.ask('SELECT INBOX')).toMatch(/ OK /)
  const plus = 'SCRAM-SHA-256-PLUS'
  const second = await tls()
  const { exporter } = second.bindings()
  const byExporter = { header: 'p=tls-exporter,,', mechanism: plus }
  // Somebody between the two has another line.
  const elsewhere = { ...who, ...byExporter, binding: Buffer.alloc(32, 1) }
  expect(await comeIn(second, elsewhere)).toMatch(/^s NO \[AUTHENTICATIONFAILED\]/)
  expect(await comeIn(second, { ...who, ...byExporter, binding: exporter })).toMatch(/^s OK/)
  const third = await tls()
  const { endPoint } = third.bindings()
  const byEndPoint = { header: 'p=tls-server-end-point,,', mechanism: plus, binding: endPoint }
  expect(await comeIn(third, { ...who, ...byEndPoint })).toMatch(/^s OK/)
  const fourth = await tls()
  const refused: [string, Partial<Attempt>][] = [
    ['another code', { code: 'abcdefghijklmnop' }],
    [
      'a proof for another answer',
      { spoil: (text) => text.replace(/p=(.)/, (_, first) => (first === 'A' ? 'p=B' : 'p=A')) },
    ],
    ['a binding that is not said', { header: 'y,,' }],
    ['a binding where none was chosen', { ...byExporter, mechanism: 'SCRAM-SHA-256' }],
    ['no binding where one was chosen', { mechanism: plus }],
    ['an unknown binding', { header: 'p=tls-unique,,', mechanism: plus }],
    ['another nonce', { spoil: (text) => text.replace(',r=f', ',r=g') }],
  ]
  for (const [name, how] of refused.slice(2))
    expect(await comeIn(fourth, { ...who, ...how }), name).toMatch(/^s NO/)
  for (const [name, how] of refused.slice(0, 2))
    expect(await comeIn(fourth, { ...who, ...how }), name).toMatch(/^s NO \[AUTHENTICATIONFAILED\]/)
})

it('CLIENTACCESS-08 a code is taken as it is shown, in groups of four, and as a telephone writes it, whatever the mechanism', async () => {
  const box = await newProgramMailbox(server)
  const grouped = box.code.replace(/.{4}(?=.)/g, '$& ')
  const typed = [box.code, grouped].flatMap((one) => [
    one,
    one.charAt(0).toUpperCase() + one.slice(1),
  ])
  for (const code of typed) {
    expect(await comeIn(await tls(), { username: box.address, code }), code).toMatch(/^s OK/)
    const plain = await tls()
    expect(await plain.ask(`LOGIN ${box.address} "${code}"`), code).toMatch(/OK/)
  }
})

it('P7 SCRAM tells nobody which accounts there are, and its guesses count', async () => {
  const box = await newProgramMailbox(server)
  const challenges = new Set<string>()
  for (const username of [box.address, 'nobody@example.test']) {
    const program = await tls()
    program.write(`s AUTHENTICATE SCRAM-SHA-256 ${base64(`n,,n=${username},r=abcdefghijkl`)}\r\n`)
    const text = Buffer.from((await program.until(/^\+ /)).slice(2), 'base64').toString()
    challenges.add(text.replace(/^r=[^,]+/, ''))
    program.close()
  }
  expect(challenges.size).toBe(1)
  const guesser = await tls()
  for (let turn = 0; turn < 3; turn++)
    expect(await comeIn(guesser, { username: box.address, code: 'wrong' })).toMatch(/^s NO/)
  expect(await guesser.closed()).toMatch(/\* BYE/)
})

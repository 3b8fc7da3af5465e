import { once } from 'node:events'
import { connect } from 'node:tls'
import { constants, createDeflateRaw, createInflateRaw, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

it('CLIENTACCESS-14 UTF8=ACCEPT: names go as they are once it is enabled, and modified UTF-7 means itself', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  await program.ask('CREATE "&W6JiNw- A&-B"')
  expect(await program.ask('ENABLE UTF8=ACCEPT')).toContain('* ENABLED UTF8=ACCEPT\r\n')
  const list = await program.ask(`LIST "" "${latin1('客')}*" RETURN (STATUS (MESSAGES))`)
  expect(list).toContain(`* LIST (\\HasNoChildren) "/" "${latin1('客户 A&B')}"\r\n`)
  expect(list).toContain(`* STATUS "${latin1('客户 A&B')}" (MESSAGES 0)`)
  expect(await program.ask(`SELECT "${latin1('客户 A&B')}"`)).toMatch(/OK \[READ-WRITE\]/)
  expect(await program.ask('SELECT "&W6JiNw- A&-B"')).toMatch(/NO \[NONEXISTENT\]/)
  expect(await program.ask('CREATE &-')).toMatch(/OK/)
  expect(await program.ask('LIST "" &-')).toContain('"&-"')
  const mail = latin1('Subject: 会议纪要\r\nFrom: 安娜 <安娜@example.test>\r\n\r\n你好\r\n')
  const put = `"${latin1('客户 A&B')}" (\\Seen) UTF8 (~{${mail.length}+}\r\n${mail})`
  expect(await program.ask(`APPEND ${put}`)).toMatch(/APPENDUID \d+ 1/)
  await program.ask(`SELECT "${latin1('客户 A&B')}"`)
  expect(await program.ask('FETCH 1 BODY.PEEK[]')).toContain(mail)
  expect(await program.ask(`SEARCH SUBJECT "${latin1('会议')}"`)).toContain('* SEARCH 1\r\n')
  expect(await program.ask('SEARCH CHARSET UTF-8 ALL')).toMatch(/BAD/)
})

it('CLIENTACCESS-14 BINARY: parts without their transfer encoding, their sizes and pieces, and messages with NUL', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const file = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7) % 256))
  const lines = file.toString('base64').replace(/.{74}/g, '$&\r\n')
  const text = latin1('快乐=\u0001 ').repeat(900)
  const quoted = [...Buffer.from(text, 'latin1')]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
    .replace(/.{72}/g, '$&=\r\n')
  const part = (encoding: string, body: string) =>
    `--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`
  const mail = [
    'Subject: parts\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
    part('quoted-printable', quoted),
    part('base64', lines),
    part('8bit', 'as it is'),
    part('x-none', 'what?'),
    '--b--\r\n',
  ].join('')
  await program.ask(`APPEND INBOX {${mail.length}+}\r\n${mail}`)
  await program.ask('SELECT INBOX')
  const answer = await program.ask(
    'FETCH 1 (BINARY.SIZE[1] BINARY.SIZE[2] BINARY.SIZE[3] BINARY.PEEK[9])',
  )
  expect(answer).toContain(
    `(BINARY.SIZE[1] ${text.length} BINARY.SIZE[2] ${file.length} BINARY.SIZE[3] 8 BINARY[9] NIL)`,
  )
  expect(await program.ask('FETCH 1 BINARY.PEEK[1]')).toContain(
    `BINARY[1] ~{${text.length}}\r\n${text})`,
  )
  const bytes = file.toString('latin1')
  expect((await program.ask('FETCH 1 BINARY.PEEK[2]')).includes(`~{200000}\r\n${bytes})`)).toBe(
    true,
  )
  const cut = await program.ask('FETCH 1 BINARY.PEEK[2]<150000.100>')
  expect(cut).toContain(`BINARY[2]<150000> ~{100}\r\n${bytes.slice(150_000, 150_100)})`)
  expect(await program.ask('FETCH 1 BINARY.PEEK[4]')).toMatch(/^t\d+ NO \[UNKNOWN-CTE\]/)
  expect(await program.ask('FETCH 1 BINARY[3]')).toContain(
    'FLAGS (\\Seen) BINARY[3] ~{8}\r\nas it is)',
  )
  expect(await program.ask('FETCH 1 BINARY[1.HEADER]')).toMatch(/BAD/)
})

it('CLIENTACCESS-14 RFC 3516 §4.2, RFC 9051 §4.3.1: what came with NUL is told in base64 by BODY and as it came by BINARY; of mail that came so by SMTP no NUL goes out either', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const bytes = `\0ä\r\n${'\0x'.repeat(100)}\r\n`.replace('ä', '\xe4')
  const part = (head: string, body: string) => `--b\r\n${head}\r\n${body}\r\n`
  const octets = 'Content-Type: application/octet-stream\r\n'
  const mails = [
    `Subject: alone\r\n\r\n${bytes}`,
    `Subject: told\r\nMIME-Version: 1.0\r\n${octets}Content-Transfer-Encoding:\r\n binary\r\n\r\n${bytes}`,
    [
      'Subject: parts\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
      part('', 'text'),
      part(`${octets}Content-Transfer-Encoding: binary\r\n`, bytes),
      part('', bytes),
      part(
        'Content-Type: message/rfc822\r\nContent-Transfer-Encoding: binary\r\n',
        `Subject: within\r\n\r\n${bytes}`,
      ),
      '--b--\r\n',
    ].join(''),
  ]
  for (const mail of mails)
    expect(await program.ask(`APPEND INBOX ~{${mail.length}+}\r\n${mail}`)).toMatch(/OK \[APPEND/)
  const [one = ''] = mails
  await program.ask('SELECT INBOX')
  await program.ask(`REPLACE 1 INBOX ~{${one.length}+}\r\n${one}`)
  for (const [number, section] of [
    [1, '1'],
    [2, '2'],
    [2, '3'],
    [2, '4.1'],
    [3, '1'],
  ] as const) {
    const told = await program.ask(
      `FETCH ${number} (BINARY.SIZE[${section}] BINARY.PEEK[${section}])`,
    )
    expect(told).toContain(
      `(BINARY.SIZE[${section}] ${bytes.length} BINARY[${section}] ~{${bytes.length}}\r\n${bytes})`,
    )
    const plain = await program.ask(`FETCH ${number} BODY.PEEK[${section}]`)
    const letters = /\{\d+\}\r\n([^)]*)\)/.exec(plain)?.[1] ?? ''
    expect(Buffer.from(letters, 'base64').toString('latin1')).toBe(bytes)
    expect(letters).toMatch(/^(?:[\w+/=]{1,76}\r\n)+$/)
  }
  for (const number of [1, 2, 3]) {
    const told = await program.ask(`FETCH ${number} (RFC822.SIZE BODY.PEEK[])`)
    const [, size = '', length] = /RFC822\.SIZE (\d+) BODY\[\] \{(\d+)\}/.exec(told) ?? []
    expect([size, told.includes('\0')]).toEqual([length, false])
  }
  const signed = `Subject: signed\0\r\nContent-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\na\0b\r\n--b--\r\n`
  await program.ask(`APPEND INBOX ~{${signed.length}+}\r\n${signed}`)
  await program.ask('NOOP')
  const told = await program.ask('FETCH 4 (BODY.PEEK[] BODY.PEEK[HEADER.FIELDS (Subject)])')
  expect(told).toContain(`BODY[] {${signed.length}}\r\n${signed.replaceAll('\0', '\x80')}`)
  expect(told).toContain('Subject: signed\x80\r\n')
  expect(await program.ask('FETCH 4 BINARY.PEEK[]')).toContain(`~{${signed.length}}\r\n${signed})`)
})

it('P11 CLIENTACCESS-14 COMPRESS=DEFLATE: both directions, and what comes out of a bomb meets the limits of any line', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'squeezed', text: 'wild goose '.repeat(40_000) })
  const enter = async () => {
    const port = server.app.imapPorts().tlsPort ?? 0
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    const state = { text: '', wire: 0, closed: false }
    let wake = (): void => undefined
    const hear = (chunk: Buffer): void => {
      state.text += chunk.toString('latin1')
      wake()
    }
    socket.on('data', hear)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      state.closed = true
      wake()
    })
    const until = async (pattern: RegExp): Promise<string> => {
      while (!pattern.test(state.text) && !state.closed)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const { text } = state
      state.text = ''
      return text
    }
    await once(socket, 'secureConnect')
    await until(/OK/)
    socket.write(`a LOGIN ${box.address} ${box.code}\r\n`)
    expect(await until(/a OK/)).toContain(' COMPRESS=DEFLATE ')
    socket.write('b COMPRESS LZW\r\nc COMPRESS DEFLATE\r\n')
    expect(await until(/c OK/)).toMatch(/b BAD.*c OK/s)
    const [inflate, deflate] = [
      createInflateRaw(),
      createDeflateRaw({ flush: constants.Z_SYNC_FLUSH }),
    ]
    socket.removeAllListeners('data')
    socket.on('data', (chunk) => {
      state.wire += chunk.length
      inflate.write(chunk)
    })
    inflate.on('data', hear)
    // All that came is heard before the end is.
    const ended = (): void => {
      state.closed = true
      wake()
    }
    socket.removeAllListeners('close')
    socket.on('close', () => inflate.end())
    inflate.on('end', ended)
    inflate.on('error', ended)
    deflate.on('data', (chunk) => socket.write(chunk))
    return { state, socket, until, write: (line: string) => void deflate.write(line) }
  }
  const one = await enter()
  one.write('d COMPRESS DEFLATE\r\ne CAPABILITY\r\n')
  expect(await one.until(/e OK/)).toMatch(/d NO \[COMPRESSIONACTIVE\].*e OK/s)
  one.write('f SELECT INBOX\r\ng FETCH 1 BODY.PEEK[]\r\n')
  expect((await one.until(/g OK/)).length).toBeGreaterThan(400_000)
  expect(one.state.wire).toBeLessThan(100_000)
  one.write('h IDLE\r\n')
  await one.until(/\+ idling/)
  await box.put('inbox', { subject: 'news' })
  expect(await one.until(/EXISTS/)).toContain('* 2 EXISTS')
  one.write('DONE\r\ni LOGOUT\r\n')
  await one.until(/i OK/)
  const bomb = await enter()
  // What makes the bomb is no part of what it costs.
  const bytes = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 'x'))
  const before = process.memoryUsage().rss
  bomb.socket.write(bytes)
  expect(await bomb.until(/never/)).toContain('* BYE [TOOBIG]')
  expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024)
  const garbage = await enter()
  garbage.socket.write(Buffer.alloc(1000, 0xff))
  await garbage.until(/never/)
  expect(garbage.state.closed).toBe(true)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { pushProtocol } from '@hongyan/contract/push'
import { records } from '@hongyan/contract/records'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { mail } from '../testing/builders.ts'
import { type HttpClient, httpClient } from '../testing/http-client.ts'

// Whole installations are made and started here: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
// Below those that the system gives to whoever asks for any.
const httpPort = 20_000 + Math.floor(Math.random() * 12_000)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hongyan-cli-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  // As `npm start` has it (tools/server-flags.mjs): the first source is taken as it was compiled, too.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  HONGYAN_DATA: join(folder, 'data'),
  HONGYAN_HTTP_PORT: String(httpPort),
  HONGYAN_SMTP_PORT: '0',
  HONGYAN_CONSOLE_PORT: '0',
  HONGYAN_IMAP_PORT: '0',
  HONGYAN_IMAPS_PORT: '0',
  HONGYAN_POP3_PORT: '0',
  HONGYAN_POP3S_PORT: '0',
  HONGYAN_SUBMISSION_PORT: '0',
  HONGYAN_SUBMISSIONS_PORT: '0',
  HONGYAN_DEMO: 'off',
  HONGYAN_LOG: 'error',
  NO_COLOR: '1',
  ...more,
})

function start(args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], { env: environment(more) })
  let output = ''
  let wake: () => void = () => undefined
  const collect = (data: unknown) => {
    output += String(data)
    wake()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = once(child, 'exit').then(([code]) => {
    wake()
    return code as number | null
  })
  const until = async (pattern: RegExp) => {
    while (!pattern.test(output) && child.exitCode === null) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    expect(output).toMatch(pattern)
  }
  return { child, ended, until, output: () => output }
}

async function run(
  args: string[],
  { input = '', more = {} }: { input?: string; more?: Record<string, string> } = {},
) {
  const { child, ended, output } = start(args, more)
  child.stdin.end(input)
  const code = await ended
  return { code, output: output() }
}

/** The push connection of the first administrator, greeted. */
async function openSocket(client: HttpClient): Promise<WebSocket> {
  const url = `ws://127.0.0.1:${httpPort}/api/mail/message/boss@cli.test`
  const socket = new WebSocket(url, [pushProtocol, `bearer.${client.tokens?.accessToken}`])
  await once(socket, 'open')
  socket.send(JSON.stringify({ since: null }))
  await once(socket, 'message')
  return socket
}

it('an unknown or invalid variable stops the start with a sentence', async () => {
  expect(await run(['serve'], { more: { HONGYAN_HTTP_PROT: '1' } })).toMatchObject({
    code: 1,
    output: expect.stringContaining('did you mean HONGYAN_HTTP_PORT?'),
  })
})

it('the demo is refused when others could reach it', async () => {
  const answer = await run(['serve'], { more: { HONGYAN_DEMO: 'on', HONGYAN_BIND: '0.0.0.0' } })
  expect(answer).toMatchObject({ code: 1, output: expect.stringContaining('HONGYAN_DEMO=off') })
})

it('a port that is taken is a sentence, and nothing stays running', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = (taken.address() as AddressInfo).port
  for (const name of ['HONGYAN_HTTP_PORT', 'HONGYAN_SMTP_PORT']) {
    const answer = await run(['serve'], { more: { [name]: String(port) } })
    expect(answer).toMatchObject({
      code: 1,
      output: expect.stringContaining(`Port ${port} is in use`),
    })
  }
  taken.close()
})

it('an empty installation says how to make the first administrator, and the commands work beside the server', async () => {
  const server = start(['serve'])
  await server.until(/npx hongyan user add admin@example\.org --name Administrator --admin/)
  expect(await run(['serve'], { more: { HONGYAN_HTTP_PORT: '0' } })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/already runs on the data folder/),
  })

  expect(await run(['user', 'add', 'boss@cli.test'], { input: 'long-enough\n' })).toMatchObject({
    code: 2,
    output: expect.stringContaining('hongyan domain add cli.test'),
  })
  expect(await run(['domain', 'add', 'cli.test'])).toMatchObject({ code: 0 })
  expect(await run(['user', 'add', 'boss@cli.test'], { input: 'short\n' })).toMatchObject({
    code: 2,
  })
  expect(
    await run(['user', 'add', 'boss@cli.test', '--admin', '--name', '老板'], {
      input: 'long-enough\n',
    }),
  ).toMatchObject({ code: 0 })

  const client = httpClient(`http://127.0.0.1:${httpPort}`)
  expect((await client.logIn('boss', 'long-enough')).code).toBe(200)
  const closed = once(await openSocket(client), 'close')
  await run(['user', 'passwd', 'boss@cli.test'], { input: 'another-one\n' })
  // doors-2: told before the command ends, long before any heartbeat.
  expect((await closed)[0]).toBe(4401)
  expect((await client.call(folders.list, { query: {} })).status).toBe(401)
  expect((await client.logIn('boss', 'long-enough')).code).not.toBe(200)
  expect((await client.logIn('boss', 'another-one')).code).toBe(200)
  const shut = once(await openSocket(client), 'close')
  await run(['user', 'disable', 'boss@cli.test'])
  expect((await shut)[0]).toBe(4401)
  expect((await client.call(folders.list, { query: {} })).status).toBe(401)
  await run(['user', 'enable', 'boss@cli.test'])

  // hardening-mail 7: what a command brings in is told to the browsers of the running server.
  await client.logIn('boss', 'another-one')
  const told = once(await openSocket(client), 'message')
  await writeFile(join(folder, 'told.eml'), mail({ subject: 'told by a command' }))
  expect(await run(['import', 'boss@cli.test', join(folder, 'told.eml')])).toMatchObject({
    code: 0,
  })
  expect(JSON.parse(String((await told)[0]))).toMatchObject({ optType: 'mailbox', kind: 'added' })

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('FOLDERS-12 an administrator takes a forgotten folder password away, and the owner’s log says so', async () => {
  const server = start(['serve'])
  await server.until(/Hongyan/)
  const client = httpClient(`http://127.0.0.1:${httpPort}`)
  await client.logIn('boss', 'another-one')
  const add = async (folderName: string, parentId?: number) =>
    (await client.get(folders.save, { body: { folderName, parentId } })).folderId
  const outer = await add('outer')
  const secrets = [await add('secret'), await add('secret', outer)]
  for (const folderId of secrets) {
    await client.get(folders.setPassword, { body: { folderId, password: 'open-5esame' } })
  }
  const locked = async () =>
    (await client.get(folders.list, { query: {} })).customList
      .filter(({ pwd }) => pwd)
      .map(({ folderId }) => folderId)
  const reset = (...words: string[]) => run(['folder', 'reset-password', ...words])

  expect(await reset('boss@cli.test', 'secret')).toMatchObject({
    code: 2,
    output: expect.stringContaining('several folders secret'),
  })
  expect(await reset('boss@cli.test', 'elsewhere')).toMatchObject({ code: 2 })
  expect(await reset('nobody@cli.test', 'secret')).toMatchObject({ code: 2 })
  expect(await reset('boss@cli.test', 'outer')).toMatchObject({ code: 1 })
  expect(await locked()).toEqual(secrets)
  expect(await reset('boss@cli.test', 'Outer/Secret')).toMatchObject({ code: 0 })
  expect(await locked()).toEqual([secrets[0]])
  expect(await client.call(messages.list, { query: { mailboxId: secrets[1] ?? 0 } })).toMatchObject(
    { status: 200 },
  )
  const { list } = await client.get(records.userLog, { query: {} })
  expect(list.find(({ action }) => action === 'folder-password-reset')).toMatchObject({
    client: 'hongyan folder',
  })

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('imports .eml, .mbox and Maildir with their dates and flags; verify and doctor look after it', async () => {
  const box = join(folder, 'maildir')
  for (const part of ['cur', 'new', 'tmp']) await mkdir(join(box, part), { recursive: true })
  const one = mail({ subject: 'from a maildir', date: new Date('2021-02-03T04:05:06Z') })
  await writeFile(join(box, 'cur', '1.host:2,FS'), one)
  // A date beyond what PostgreSQL takes once stopped the import at this mail (hardening-mail 1).
  const headers = { Date: '31 Dec 9999 23:59:59 -1200' }
  await writeFile(join(folder, 'one.eml'), mail({ subject: 'from an eml', headers }))
  const text = (subject: string) =>
    mail({ subject, text: 'From here on\r\n>From there' })
      .toString()
      .replaceAll('\r\n', '\n')
      .replace('\nFrom here', '\n>From here')
      .replace('\n>From there', '\n>>From there')
  await writeFile(
    join(folder, 'many.mbox'),
    `From x\n${text('mbox 1')}\nFrom y\n${text('mbox 2')}\n`,
  )
  expect(
    await run(['import', 'boss@cli.test', box, join(folder, 'one.eml'), join(folder, 'many.mbox')]),
  ).toMatchObject({ code: 0, output: expect.stringContaining('4 messages imported') })

  expect(await run(['verify'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ contents checked, 0 findings/),
  })
  const { output } = await run(['doctor'])
  expect(output).toMatch(/v=DKIM1; k=rsa; p=[\w+/]{300}/)
  // CLIENTACCESS-01: where programs find their doors (RFC 6186).
  expect(output).toMatch(/_imaps\._tcp\.cli\.test SRV "0 1 \d+ [\w.-]+"/)

  const server = start(['serve'])
  await server.until(/Hongyan/)
  const client = httpClient(`http://127.0.0.1:${httpPort}`)
  await client.logIn('boss', 'another-one')
  const { folderList } = await client.get(folders.list, { query: {} })
  const { list } = await client.get(messages.list, {
    query: { mailboxId: folderList[0]?.folderId ?? 0 },
  })
  // Beside the notices that somebody logged in on a device that was never seen.
  const brought = list.filter(({ mailSubject }) => !mailSubject.includes('新设备'))
  expect(brought.map((row) => row.mailSubject).sort()).toEqual([
    'from a maildir',
    'from an eml',
    'mbox 1',
    'mbox 2',
    'told by a command',
  ])
  expect(brought.at(-1)).toMatchObject({
    mailSubject: 'from a maildir',
    receivedTime: '2021-02-03T04:05:06.000Z',
    seen: true,
    starred: true,
  })
  const detail = await client.get(messages.detail, {
    query: { mailId: list.find((row) => row.mailSubject === 'mbox 1')?.mailId ?? 0 },
  })
  expect(detail.text?.replaceAll('\r\n', '\n').trim()).toBe('From here on\n>From there')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('an empty folder gets the demo: six people whose mail came in by SMTP; a second start keeps it', async () => {
  const more = {
    HONGYAN_DATA: join(folder, 'demo'),
    HONGYAN_DEMO: 'on',
    HONGYAN_DEMO_PASSWORD: 'Another-Demo-1',
  }
  for (const turn of [1, 2]) {
    const server = start(['serve'], more)
    await server.until(/zhangwei@demo\.hongyan\.test/)
    const client = httpClient(`http://127.0.0.1:${httpPort}`)
    expect(
      (await client.logIn('zhangwei@demo.hongyan.test', 'Another-Demo-1')).code,
      `start ${turn}`,
    ).toBe(200)
    const { folderList } = await client.get(folders.list, { query: {} })
    expect(folderList.find((one) => one.role === 'inbox')?.mail).toBeGreaterThan(60)
    expect(folderList.find((one) => one.role === 'sent')?.mail).toBeGreaterThan(5)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
  expect(await run(['seed-demo'], { more })).toMatchObject({ code: 2 })
  expect(await run(['verify'], { more })).toMatchObject({ code: 0 })
})

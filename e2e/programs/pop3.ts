import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Installation } from './installation.ts'
import { idOf, mailOf } from './mailbox.ts'
import { execute, type Program, same } from './program.ts'

/** Three mails in the inbox and nothing else. */
async function withInbox(at: Installation, name: string): Promise<string[]> {
  const flow = await at.connect()
  const lock = await flow.getMailboxLock('INBOX')
  await flow.messageDelete('1:*')
  const ids = Array.from({ length: 3 }, (_, number) => `${name}-${number}`)
  for (const id of ids) await flow.append('INBOX', mailOf(id))
  lock.release()
  await flow.logout()
  return ids
}

/** Ids of the inbox, with what is seen marked by `*`. */
async function left(at: Installation): Promise<string[]> {
  const flow = await at.connect()
  const lock = await flow.getMailboxLock('INBOX')
  const ids: string[] = []
  for await (const one of flow.fetch('1:*', { flags: true, source: true }))
    ids.push(idOf(String(one.source)) + (one.flags?.has('\\Seen') ? '*' : ''))
  lock.release()
  await flow.logout()
  return ids
}

const idsIn = (mbox: string): string[] =>
  [...mbox.matchAll(/^Message-ID: <([^@>]+)@/gim)].map(([, id = '']) => id).sort()

/** Leaves all on the server, twice, and fetches each once; then fetches and deletes. */
export const fetchmailPop3: Program = {
  name: 'fetchmail (POP3)',
  command: 'fetchmail',
  run: async (at) => {
    const ids = await withInbox(at, 'fetchpop')
    const mbox = join(at.folder, 'fetchpop.mbox')
    const rc = join(at.folder, 'fetchpoprc')
    const write = (keep: string) =>
      writeFile(
        rc,
        `poll ${at.host} service ${at.pop3.tlsPort} protocol POP3 uidl
user "${at.address}" password "${at.code}" ssl sslfingerprint "${at.fingerprints.md5}"
mda "cat >> ${mbox}; echo >> ${mbox}" ${keep}\n`,
        { mode: 0o700 },
      )
    const env = { HOME: at.folder, FETCHMAILHOME: at.folder }
    const fetch = (codes: readonly number[]) =>
      execute('fetchmail', ['-f', rc, '--nosslcertck', '--nosyslog', '--nodetach'], { env, codes })
    await write('keep')
    await fetch([0])
    await fetch([1])
    same('mails fetched', idsIn(await readFile(mbox, 'utf8')), ids)
    // It asks by TOP, which marks nothing as seen.
    same('mails left', await left(at), ids)
    await write('nokeep fetchall')
    await fetch([0])
    same('mails left in the end', await left(at), [])
  },
}

export const getmailPop3: Program = {
  name: 'getmail (POP3)',
  command: 'getmail',
  run: async (at) => {
    const ids = await withInbox(at, 'getpop')
    const mbox = join(at.folder, 'getpop.mbox')
    await writeFile(
      join(at.folder, 'getpoprc'),
      `[retriever]
type = SimplePOP3SSLRetriever
server = ${at.host}
port = ${at.pop3.tlsPort}
username = ${at.address}
password = ${at.code}
[destination]
type = MDA_external
path = /usr/bin/tee
arguments = ("-a", "${mbox}")
allow_root_commands = true
ignore_stdout = true
[options]
delete = true
`,
    )
    await execute('getmail', ['--getmaildir', at.folder, '--rcfile', 'getpoprc'])
    same('mails fetched', idsIn(await readFile(mbox, 'utf8')), ids)
    same('mails left', await left(at), [])
  },
}

export const curlPop3: Program = {
  name: 'curl (POP3)',
  command: 'curl',
  run: async (at) => {
    const ids = await withInbox(at, 'curlpop')
    const login = ['-s', '-S', '-k', '-u', `${at.address}:${at.code}`]
    const base = `pop3s://${at.host}:${at.pop3.tlsPort}`
    same('a mail', await execute('curl', [...login, `${base}/2`]), mailOf(ids[1] ?? ''))
    same('the list', (await execute('curl', [...login, base])).match(/^\d+ \d+/gm)?.length, 3)
    const stls = [...login, '--ssl-reqd', `pop3://${at.host}:${at.pop3.port}/1`]
    same('STLS', await execute('curl', stls), mailOf(ids[0] ?? ''))
    await execute('curl', [...login, '-I', '-X', 'DELE', `${base}/1`])
    same('mails left', await left(at), [`${ids[1]}*`, `${ids[2]}`])
  },
}

export const poplib: Program = {
  name: 'Python poplib and smtplib',
  command: 'python3',
  run: async (at) => {
    await withInbox(at, 'poplib')
    const script = fileURLToPath(new URL('poplib-session.py', import.meta.url))
    const ports = [at.pop3.port, at.pop3.tlsPort, at.submission.port, at.submission.tlsPort]
    const words = [script, at.host, ...ports.map(String), at.address, at.code]
    same('poplib', (await execute('python3', words)).trim(), 'all right')
  },
}

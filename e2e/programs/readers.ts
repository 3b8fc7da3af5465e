import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Installation } from './installation.ts'
import { idOf, mailOf, readServer } from './mailbox.ts'
import { execute, type Program, same } from './program.ts'

/** A folder of its own for each program, with five mails. */
async function withMails(at: Installation, folder: string): Promise<string[]> {
  const flow = await at.connect()
  await flow.mailboxCreate(folder)
  const ids = Array.from({ length: 5 }, (_, number) => `${folder}-${number}`)
  for (const id of ids) await flow.append(folder, mailOf(id))
  await flow.logout()
  return ids
}

async function serverIds(at: Installation, folder: string): Promise<string[]> {
  const flow = await at.connect()
  const held = (await readServer(flow, [folder])).get(folder) ?? []
  await flow.logout()
  return held.map(({ id }) => id)
}

const idsIn = (mbox: string): string[] =>
  [...mbox.matchAll(/^Message-ID: <([^@>]+)@/gim)].map(([, id = '']) => id).sort()

async function idsInMaildir(folder: string): Promise<string[]> {
  const texts = await Promise.all(
    ['cur', 'new'].map(async (part) =>
      Promise.all(
        (await readdir(join(folder, part))).map((file) =>
          readFile(join(folder, part, file), 'utf8'),
        ),
      ),
    ),
  )
  return texts.flat().map(idOf).sort()
}

/** Opens the mailbox, marks and copies all to a file, sorts by threads, and files a copy of what it sends. */
export const mutt: Program = {
  name: 'mutt',
  command: 'mutt',
  run: async (at) => {
    const ids = await withMails(at, 'mutt')
    const server = `imaps://${encodeURIComponent(at.address)}@${at.host}:${at.tlsPort}`
    const mbox = join(at.folder, 'mutt.mbox')
    const rc = join(at.folder, 'muttrc')
    await writeFile(
      rc,
      `set imap_user="${at.address}" imap_pass="${at.code}" folder="${server}" ssl_verify_host=no
set certificate_file="${at.certificate}" record="${server}/Sent" header_cache="" sort=threads
set confirmappend=no confirmcreate=no delete=yes quit=yes sendmail=/bin/true copy=yes mbox_type=mbox
set wait_key=no from="${at.address}" realname=Reader\n`,
    )
    const keys = `<tag-pattern>~A<enter><tag-prefix><copy-message>${mbox}<enter><tag-prefix><set-flag>!<quit>`
    const line = `mutt -F ${rc} -f ${server}/mutt -e 'push "${keys}"'`
    await execute('script', ['-qec', line, '/dev/null'])
    same('mails that mutt copied', idsIn(await readFile(mbox, 'utf8')), ids)
    const flow = await at.connect()
    const held = (await readServer(flow, ['mutt'])).get('mutt') ?? []
    same('marked by mutt', held.filter(({ flags }) => flags.includes('\\Flagged')).length, 5)
    await execute('mutt', ['-F', rc, '-s', 'filed by mutt', '--', 'wang@programs.test'], {
      input: 'the text\n',
    })
    const lock = await flow.getMailboxLock('Sent')
    same('filed in Sent', await flow.search({ subject: 'filed by mutt' }), [1])
    lock.release()
    await flow.logout()
  },
}

export const offlineimap: Program = {
  name: 'offlineimap',
  command: 'offlineimap',
  run: async (at) => {
    const ids = await withMails(at, 'offline')
    const maildir = join(at.folder, 'offlineimap')
    const rc = join(at.folder, 'offlineimaprc')
    await writeFile(
      rc,
      `[general]
accounts = here
metadata = ${at.folder}/offlineimap-state
[Account here]
localrepository = disk
remoterepository = server
[Repository disk]
type = Maildir
localfolders = ${maildir}
[Repository server]
type = IMAP
remotehost = ${at.host}
remoteport = ${at.tlsPort}
ssl = yes
cert_fingerprint = ${at.fingerprints.sha1}
remoteuser = ${at.address}
remotepass = ${at.code}
folderfilter = lambda name: name == 'offline'
`,
    )
    const sync = () => execute('offlineimap', ['-c', rc, '-o', '-u', 'basic'])
    await sync()
    const folder = join(maildir, 'offline')
    same('mails on disk', await idsInMaildir(folder), ids)
    const text = mailOf('offline-new').replaceAll('\r\n', '\n')
    await writeFile(join(folder, 'cur', '1.new.hongyan:2,S'), text)
    await sync()
    same('mails on the server', await serverIds(at, 'offline'), [...ids, 'offline-new'].sort())
  },
}

export const fetchmail: Program = {
  name: 'fetchmail',
  command: 'fetchmail',
  run: async (at) => {
    const ids = await withMails(at, 'fetchmail')
    const mbox = join(at.folder, 'fetchmail.mbox')
    const rc = join(at.folder, 'fetchmailrc')
    await writeFile(
      rc,
      `poll ${at.host} service ${at.tlsPort} protocol IMAP
user "${at.address}" password "${at.code}" folder "fetchmail" ssl sslfingerprint "${at.fingerprints.md5}"
mda "cat >> ${mbox}; echo >> ${mbox}" nokeep fetchall\n`,
      { mode: 0o700 },
    )
    const home = { HOME: at.folder, FETCHMAILHOME: at.folder }
    await execute('fetchmail', ['-f', rc, '--nosslcertck', '--nosyslog', '--nodetach'], {
      env: home,
    })
    same('mails fetched', idsIn(await readFile(mbox, 'utf8')), ids)
    same('mails left', await serverIds(at, 'fetchmail'), [])
  },
}

export const getmail: Program = {
  name: 'getmail',
  command: 'getmail',
  run: async (at) => {
    const ids = await withMails(at, 'getmail')
    const mbox = join(at.folder, 'getmail.mbox')
    // Started by root it delivers by nothing but a command.
    await writeFile(
      join(at.folder, 'getmailrc'),
      `[retriever]
type = SimpleIMAPSSLRetriever
server = ${at.host}
port = ${at.tlsPort}
username = ${at.address}
password = ${at.code}
mailboxes = ("getmail",)
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
    await execute('getmail', ['--getmaildir', at.folder, '--rcfile', 'getmailrc'])
    same('mails fetched', idsIn(await readFile(mbox, 'utf8')), ids)
    same('mails left', await serverIds(at, 'getmail'), [])
  },
}

export const python: Program = {
  name: 'Python imaplib',
  command: 'python3',
  run: async (at) => {
    await withMails(at, 'python')
    const script = fileURLToPath(new URL('imaplib-session.py', import.meta.url))
    const words = [script, at.host, String(at.port), String(at.tlsPort), at.address, at.code]
    same('imaplib', (await execute('python3', words)).trim(), 'all right')
  },
}

export const curl: Program = {
  name: 'curl',
  command: 'curl',
  run: async (at) => {
    const ids = await withMails(at, 'curl')
    const base = `imaps://${at.host}:${at.tlsPort}`
    const login = ['-s', '-S', '-k', '-u', `${at.address}:${at.code}`]
    const ask = (path: string, ...words: string[]) =>
      execute('curl', [...login, `${base}/${path}`, ...words])
    same('the list', /"curl"|\bcurl\b/.test(await ask('')), true)
    same('a mail', await ask('curl;UID=2'), mailOf(ids[1] ?? ''))
    same('a search', /SEARCH 3/.test(await ask('curl?SUBJECT%20"curl-2"')), true)
    const file = join(at.folder, 'curl.eml')
    await writeFile(file, mailOf('curl-new'))
    await ask('curl', '-T', file)
    same('mails', await serverIds(at, 'curl'), [...ids, 'curl-new'].sort())
    await ask('curl', '-X', 'STORE 1 +FLAGS (\\Deleted)')
    await ask('curl', '-X', 'EXPUNGE')
    const plain = ['--ssl-reqd', '-s', '-S', '-k', '-u', `${at.address}:${at.code}`]
    const starttls = [...plain, `imap://${at.host}:${at.port}/curl;UID=3/;SECTION=TEXT`]
    same('STARTTLS', (await execute('curl', starttls)).includes('curl-2'), true)
  },
}

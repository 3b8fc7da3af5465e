import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer, type TLSSocket } from 'node:tls'
import { migrations } from '@hongyan/contract/migration'
import { type Attack, inParallel, type Means, type Person, someOf, statusOf } from './attack.ts'
import { judge } from './tally.ts'

const many = (text: string, count: number): string => text.repeat(count)

/** Writes without end, as fast as it is taken. */
function flood(socket: TLSSocket, text: string): void {
  const piece = many(text, Math.ceil((64 * 1024) / text.length))
  const go = (): void => {
    while (!socket.destroyed && socket.write(piece)) if (socket.writableLength > 1e6) return
  }
  socket.on('drain', go)
  go()
}

/** What stands before the answer to a command; null: nothing more is said. */
type Says = (command: string, socket: TLSSocket) => string | null

const hello = '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] here\r\n'
const folderList = '* LIST (\\HasNoChildren) "/" INBOX\r\n'

interface Source {
  /** IMAP where nothing is said. */
  protocol?: 'imap' | 'pop3'
  name: string
  greeting: string | null
  says: Says
}

const plainly: Says = (command) => {
  if (/LIST|LSUB/.test(command)) return folderList
  return /SELECT|EXAMINE|STATUS/.test(command)
    ? '* 3 EXISTS\r\n* OK [UIDVALIDITY 1] v\r\n* OK [UIDNEXT 4] n\r\n* STATUS INBOX (MESSAGES 3)\r\n'
    : ''
}

const at = (wanted: RegExp, does: Says): Says => {
  return (command, socket) =>
    wanted.test(command) ? does(command, socket) : plainly(command, socket)
}
const floods =
  (text: string): Says =>
  (_, socket) => {
    flood(socket, text)
    return null
  }

/** As many lines as are taken, in disorder, with ids that fill the bytes that are taken. */
const listing = (word: (number: number) => string): string => {
  const count = 200_000
  const lines = Array.from({ length: count }, (_, index) => {
    const number = ((index * 7_919) % count) + 1
    return `${number} ${word(number)}\r\n`
  })
  return `+OK\r\n${lines.join('')}.\r\n`
}
const made = new Map<string, string>()
const madeOnce = (name: string, make: () => string): string => {
  const text = made.get(name) ?? make()
  made.set(name, text)
  return text
}

const longListings: Says = (command) => {
  if (command.startsWith('LIST')) return madeOnce('sizes', () => listing(() => '100'))
  if (command.startsWith('UIDL'))
    return madeOnce('ids', () => listing((number) => `${many('u', 60)}${number}`))
  return /^(?:RETR|TOP)/.test(command) ? '-ERR not this one\r\n' : '+OK\r\n'
}

/** Servers that people move in from, each hostile in a way of its own. */
const sources: readonly Source[] = [
  {
    name: 'hangs up',
    greeting: hello,
    says: at(/SELECT|EXAMINE|STATUS/, (_, socket) => {
      socket.destroy()
      return null
    }),
  },
  { name: 'answers nothing', greeting: hello, says: () => null },
  { name: 'a greeting without end', greeting: '* OK ', says: floods('x') },
  { name: 'lines without end', greeting: hello, says: floods('* OK still here\r\n') },
  { name: 'a line without end', greeting: hello, says: floods('y') },
  {
    name: 'folders without end',
    greeting: hello,
    says: at(/LIST/, floods('* LIST () "/" a/b/c/d\r\n')),
  },
  {
    name: 'a literal without end',
    greeting: hello,
    says: at(/LIST/, (_, socket) => {
      socket.write('* LIST () "/" {9999999999}\r\n')
      flood(socket, 'z')
      return null
    }),
  },
  {
    name: 'parentheses without end',
    greeting: hello,
    says: at(/LIST/, floods('(')),
  },
  {
    name: 'messages without end',
    greeting: hello,
    says: at(/FETCH|SEARCH/, floods('* 1 FETCH (UID 1 FLAGS () RFC822.SIZE 10)\r\n')),
  },
  {
    name: 'a message without end',
    greeting: hello,
    says: at(/FETCH/, (_, socket) => {
      socket.write('* 1 FETCH (UID 1 BODY[] {4000000000}\r\n')
      flood(socket, 'a line of a message\r\n')
      return null
    }),
  },
  { name: 'says nothing', greeting: null, says: () => null },
  {
    name: 'four billion messages',
    greeting: hello,
    says: at(
      /SELECT|EXAMINE|STATUS/,
      () => '* 4294967295 EXISTS\r\n* STATUS INBOX (MESSAGES 4294967295)\r\n',
    ),
  },
  {
    protocol: 'pop3',
    name: 'lists 200,000 messages with long ids',
    greeting: '+OK here\r\n',
    says: longListings,
  },
  {
    protocol: 'pop3',
    name: 'lists without end',
    greeting: '+OK here\r\n',
    says: (command, socket) => {
      if (!command.startsWith('LIST')) return '+OK\r\n'
      socket.write('+OK\r\n')
      return floods('\r\n')(command, socket)
    },
  },
]

/** How a command looks, and what ends its answer. */
const dialects = {
  imap: { asked: /^(\S+) (.*)$/, done: (tag: string) => `${tag} OK done\r\n` },
  pop3: { asked: /^()(.+)$/, done: (_tag: string) => '' },
}

async function startSource({ protocol = 'imap', greeting, says }: Source, folder: string) {
  const { asked, done } = dialects[protocol]
  const key = readFileSync(join(folder, 'key.pem'))
  const cert = readFileSync(join(folder, 'cert.pem'))
  const open = new Set<TLSSocket>()
  const server = createServer({ key, cert }, (socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    if (greeting !== null) socket.write(greeting)
    let isOver = false
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\r\n')) {
        const [, tag, command] = asked.exec(line) ?? []
        if (isOver || tag === undefined || !command) continue
        const text = says(command.toUpperCase(), socket)
        if (text === null) isOver = true
        else socket.write(`${text}${done(tag)}`)
      }
    })
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Looks into each, and moves in from each; then all of it is given up. */
export const hostileSources: Attack = {
  name: 'migration: hostile sources',
  people: 3,
  run: async (means) => {
    const folder = means.certificates
    if (folder === null) return
    const some = someOf(sources, means.effort)
    await inParallel(some, 4, async (source, index) => {
      const person = means.people[index % means.people.length]
      if (!person) return
      const { port, close } = await startSource(source, folder)
      const { name, protocol = 'imap' } = source
      const moving = moveFrom(means, { person, port, name, protocol })
      // What was begun goes on for a while.
      await moving.then(() => delay(means.effort.slowMs)).finally(close)
    })
    for (const { api } of means.people) {
      const { list } = await api.get(migrations.list, {})
      for (const { migrationId } of list) {
        const { status } = await api.call(migrations.update, { migrationId, action: 'cancel' })
        judge(means.tally, { what: 'cancel a migration', expected: 'either', status })
      }
    }
  },
}

interface Moving {
  person: Person
  port: number
  name: string
  protocol: 'imap' | 'pop3'
}

async function moveFrom(means: Means, { person, port, name, protocol }: Moving): Promise<void> {
  const server = { protocol, host: '127.0.0.1', port, security: 'tls' }
  const body = JSON.stringify({ address: 'old@source.test', password: 'x', server, range: 'all' })
  for (const { path } of [migrations.preview, migrations.save]) {
    const status = await statusOf(means, {
      method: 'POST',
      path: `/api/${path}`,
      token: person.api.token,
      headers: { 'content-type': 'application/json' },
      body,
      patience: 180_000,
    })
    judge(means.tally, { what: `${path} from one that ${name}`, expected: 'either', status })
    // No answer at all would be a request that nobody ever gets rid of.
    if (status === 0) means.tally.failures.push(`${path} from one that ${name}: no answer`)
  }
}

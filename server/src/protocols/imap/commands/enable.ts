import type { Session } from '../session.ts'
import { WireError } from '../wire/scanner.ts'
import type { ImapCommand } from './command.ts'

/** What a program may switch on, and what that does. Each is off until then. */
const extensions: Record<
  string,
  { isOn(session: Session): boolean; turnOn(session: Session): void }
> = {
  CONDSTORE: {
    isOn: (session) => session.usesModseq,
    turnOn: (session) => {
      session.usesModseq = true
    },
  },
  QRESYNC: {
    isOn: (session) => session.usesResync,
    turnOn: (session) => {
      session.usesModseq = true
      session.usesResync = true
    },
  },
  'UTF8=ACCEPT': {
    isOn: (session) => session.usesUtf8,
    turnOn: (session) => {
      session.usesUtf8 = true
    },
  },
}

const maxWanted = 100

/** ENABLE (RFC 5161): what is not known is passed over. */
export const enable: ImapCommand = {
  for: 'users',
  run: (session, scan) => {
    const wanted = new Set<string>()
    while (scan.skip(' ')) {
      wanted.add(scan.word())
      if (wanted.size > maxWanted) throw new WireError('too many extensions')
    }
    scan.end()
    const isNew = [...wanted].filter((name) => {
      const known = Object.hasOwn(extensions, name) ? extensions[name] : undefined
      return known && !known.isOn(session)
    })
    for (const name of isNew) extensions[name]?.turnOn(session)
    session.output.send(`* ENABLED${isNew.map((name) => ` ${name}`).join('')}\r\n`)
    return {}
  },
}

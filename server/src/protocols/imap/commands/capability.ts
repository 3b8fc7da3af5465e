import { bearerMechanisms } from '../../shared/bearer.ts'
import type { Session } from '../session.ts'
import type { ImapCommand } from './command.ts'

const always = ['IMAP4rev1', 'LITERAL+', 'ID', 'SASL-IR', 'ENABLE']
const forMembers = [
  'IDLE',
  'NAMESPACE',
  'UIDPLUS',
  'MOVE',
  'MULTIAPPEND',
  'REPLACE',
  'PREVIEW',
  'UNSELECT',
  'CHILDREN',
  'SPECIAL-USE',
  'CREATE-SPECIAL-USE',
  'LIST-EXTENDED',
  'LIST-STATUS',
  'STATUS=SIZE',
  'ESEARCH',
  'SEARCHRES',
  'WITHIN',
  'PARTIAL',
  'SORT',
  'SORT=DISPLAY',
  'ESORT',
  'THREAD=ORDEREDSUBJECT',
  'THREAD=REFERENCES',
  'CONDSTORE',
  'QRESYNC',
  'OBJECTID',
  'SAVEDATE',
  'QUOTA',
  'QUOTA=RES-STORAGE',
  'UTF8=ACCEPT',
  'BINARY',
  'INPROGRESS',
]

const mechanisms = [
  'AUTH=SCRAM-SHA-256-PLUS',
  'AUTH=SCRAM-SHA-256',
  'AUTH=PLAIN',
  'AUTH=LOGIN',
  ...bearerMechanisms.map((one) => `AUTH=${one}`),
]

/** What is whole, for who asks: codes are taken under TLS only. */
export function capabilitiesOf(session: Session): string {
  const list = [...always]
  if (!session.isSecure()) list.push('STARTTLS', 'LOGINDISABLED')
  else if (!session.login) list.push(...mechanisms)
  else if (!session.isCompressed()) list.push('COMPRESS=DEFLATE')
  list.push(...forMembers, `APPENDLIMIT=${session.deps.maxMessage}`)
  return list.join(' ')
}

export const capability: ImapCommand = {
  for: 'all',
  run: (session, scan) => {
    scan.end()
    session.output.send(`* CAPABILITY ${capabilitiesOf(session)}\r\n`)
    return {}
  },
}

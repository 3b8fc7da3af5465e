import { Refusal } from '../../shared/refusal.ts'
import { WireError } from '../wire/scanner.ts'
import type { ImapCommand } from './command.ts'

/** COMPRESS (RFC 4978): both directions are deflated behind the answer. */
export const compress: ImapCommand = {
  for: 'users',
  run: (session, scan) => {
    scan.space()
    const mechanism = scan.word()
    scan.end()
    if (mechanism !== 'DEFLATE') throw new WireError('DEFLATE is known')
    if (session.isCompressed()) throw new Refusal('It is compressed already', 'COMPRESSIONACTIVE')
    session.startCompression()
    return { text: 'DEFLATE from now on' }
  },
}

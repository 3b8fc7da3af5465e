import { createRandom } from '../durability/random.ts'

/** What programs say at each door, of which the lines are made. */
export const corpora = {
  imap: (_own: string): readonly string[] => [
    'a CAPABILITY',
    'a NOOP',
    'a ID ("name" "x" "version" NIL)',
    'a SELECT "INBOX" (QRESYNC (1 2 1:3 (1,2 1,2)))',
    'a ENABLE QRESYNC UTF8=ACCEPT',
    'a FETCH 1:* (UID FLAGS ENVELOPE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (TO CC)]<0.5>)',
    'a UID FETCH 1:3,5,* (MODSEQ PREVIEW (LAZY)) (CHANGEDSINCE 1 VANISHED)',
    'a FETCH 1,*:2 (BINARY.PEEK[1] BINARY.SIZE[1] RFC822.SIZE BODY[1.MIME])',
    'a STORE 1:2 (UNCHANGEDSINCE 5) +FLAGS.SILENT (\\Seen $x $label_=E5)',
    'a SEARCH RETURN (MIN MAX COUNT SAVE) CHARSET UTF-8 OR NOT SUBJECT {3+}',
    'abc FROM "x" SENTON 1-Jan-2020 LARGER 5 UID 1:4,9 MODSEQ 5',
    'a SORT (REVERSE DATE SUBJECT) UTF-8 ALL',
    'a THREAD REFERENCES UTF-8 (ALL) NOT $',
    'a UID SEARCH RETURN (PARTIAL 1:5) HEADER X-A "" KEYWORD $label_a YOUNGER 9',
    'a LIST (SUBSCRIBED) "" ("%" "&W6JiNw-/*") RETURN (STATUS (MESSAGES SIZE) CHILDREN)',
    'a STATUS Sent (MESSAGES UIDNEXT HIGHESTMODSEQ MAILBOXID)',
    'a APPEND Archive (\\Seen) " 1-Jan-2020 00:00:00 +0000" {5+}',
    'a APPEND INBOX ~{14+}',
    'Subject: x\0y',
    'a REPLACE 1 INBOX {5}',
    'a COPY 1 Archive',
    'a UID MOVE * Drafts',
    'a UID EXPUNGE 1:9',
    'a CREATE fuzz/a (USE (\\Drafts))',
    'a RENAME fuzz/a "fuzz/&W6JiNw-"',
    'a DELETE fuzz/a',
    'a GETQUOTAROOT INBOX',
    'a AUTHENTICATE PLAIN =',
    'a AUTHENTICATE SCRAM-SHA-256 biws',
    'a LOGIN a {1}',
    'a IDLE',
    'DONE',
    'a COMPRESS DEFLATE',
    'a STARTTLS',
    'a UNSELECT',
  ],
  pop3: (_own: string): readonly string[] => [
    'CAPA',
    'STAT',
    'LIST',
    'LIST 2',
    'UIDL',
    'UIDL 1',
    'TOP 1 5',
    'RETR 3',
    'DELE 1',
    'RSET',
    'NOOP',
    'UTF8',
    'LANG *',
    'USER a',
    'PASS b',
    'APOP x 0123456789abcdef0123456789abcdef',
    'AUTH PLAIN =',
    'AUTH SCRAM-SHA-256 biws',
    'STLS',
  ],
  submission: (own: string): readonly string[] => [
    'EHLO c.example',
    `MAIL FROM:<${own}> SIZE=100 BODY=8BITMIME SMTPUTF8 RET=HDRS ENVID=x`,
    'RCPT TO:<nobody@example.test> NOTIFY=SUCCESS,FAILURE ORCPT=rfc822;a+40b',
    `RCPT TO:<${own}>`,
    'DATA',
    `From: ${own}`,
    'Subject: =?utf-8?Q?x',
    '',
    '.',
    'HELO c.example',
    `MAIL FROM:<${own}> HOLDFOR=60`,
    'MAIL FROM:<>',
    'RCPT TO:<"a b"@[127.0.0.1]>',
    'BDAT 5',
    'BDAT 0 LAST',
    'BDAT 99999999999 LAST',
    'RSET',
    'NOOP x',
    'VRFY x',
    'AUTH PLAIN =',
    'AUTH XOAUTH2 dXNlcj0=',
    'STARTTLS',
  ],
} as const

export type DoorName = keyof typeof corpora

const pieces =
  '( ) " \\ {3+} {9} ~{2+} {99999999999} [ <0.9> * \0 \xff \r \n \t % 1:* 4294967296 -1 NIL < > = &- ~'.split(
    ' ',
  )

/** Lines of one connection, changed in some places; now and then any bytes at all. The same again from the same seed. */
export function linesOf(corpus: readonly string[], count: number, seed: number): string[] {
  const random = createRandom(seed).below
  let last = random(corpus.length)
  const one = (): string => {
    // Some orders mean something: a mail has a sender before it has text.
    last = random(2) === 0 ? (last + 1) % corpus.length : random(corpus.length)
    return corpus[last] ?? ''
  }
  return Array.from({ length: count }, () => {
    if (random(15) === 0)
      return String.fromCharCode(...Array.from({ length: random(60) }, () => random(256)))
    let line = one()
    for (let changes = random(3); changes > 0; changes--) line = changed(line, { random, one })
    return line
  })
}

interface From {
  random(below: number): number
  one(): string
}

function changed(line: string, { random, one }: From): string {
  const at = random(line.length + 1)
  const to = at + random(12)
  switch (random(7)) {
    case 0:
      return line.slice(0, at) + line.slice(to)
    case 1:
      return line.slice(0, to) + line.slice(at)
    case 2:
      return line.slice(0, at) + (pieces[random(pieces.length)] ?? '') + line.slice(at)
    case 3:
      return line.slice(0, at) + String.fromCharCode(random(256)) + line.slice(at + 1)
    case 4:
      return line.slice(0, at) + one().slice(random(20))
    case 5:
      return line.slice(0, at) + '('.repeat(random(400)) + line.slice(at)
    default:
      return line.slice(0, at) + (line.slice(at, to) || '1,').repeat(random(60)) + line.slice(to)
  }
}

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sortInTurns } from '../../platform/sort-in-turns.ts'
import { type ImapClient, newProgramMailbox } from '../../testing/imap-client.ts'
import { randomOf } from '../../testing/random.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

interface Sent {
  subject: string
  from?: string
  to?: string
  cc?: string
  day: number
  /** As it is written, instead of the day. */
  date?: string
  id?: string
  refs?: string
  answers?: string
  more?: number
}

const mailOf = (one: Sent): string =>
  [
    `From: ${one.from ?? 'Wang <wang@a.test>'}`,
    `To: ${one.to ?? 'm@example.test'}`,
    ...(one.cc ? [`Cc: ${one.cc}`] : []),
    `Subject: ${one.subject}`,
    `Date: ${one.date ?? new Date(Date.UTC(2026, 0, one.day, 8)).toUTCString()}`,
    ...(one.id ? [`Message-ID: <${one.id}@a.test>`] : []),
    ...(one.refs ? [`References: ${one.refs.replace(/\w+/g, '<$&@a.test>')}`] : []),
    ...(one.answers ? [`In-Reply-To: <${one.answers}@a.test>`] : []),
    '',
    'x'.repeat(one.more ?? 1),
    '',
  ].join('\r\n')

/** A program that is in a folder with these mails, which arrived in this order. */
async function withMails(mails: readonly Sent[]): Promise<ImapClient> {
  const program = await (await newProgramMailbox(server)).program()
  for (const one of mails) {
    const text = mailOf(one)
    await program.ask(`APPEND Archive {${Buffer.byteLength(text)}+}\r\n${text}`)
  }
  await program.ask('SELECT Archive')
  return program
}

const told = async (program: ImapClient, command: string): Promise<string> =>
  (await program.ask(command)).split('\r\n')[0] ?? ''

it('CLIENTACCESS-14 SORT by every key of RFC 5256 and RFC 5957, either way round, of what is looked for', async () => {
  const program = await withMails([
    { subject: 'Re: beta', from: 'Zoe <alfa@z.test>', to: 'c@x.test', cc: 'b@x.test', day: 3 },
    { subject: '[list] alpha (fwd)', from: 'bert@a.test', to: 'b@x.test', day: 1, more: 900 },
    {
      subject: 'Fwd: [list] re[2]: BETA',
      from: 'Adam <cäsar@b.test>',
      to: 'a@z.test',
      cc: 'a@x.test',
      day: 2,
      more: 400,
    },
    { subject: '[fwd: gamma]', from: 'dora@a.test', to: 'Yan <z@a.test>', day: 4 },
  ])
  const orders: [string, string][] = [
    ['ARRIVAL', '1 2 3 4'],
    ['REVERSE ARRIVAL', '4 3 2 1'],
    ['DATE', '2 3 1 4'],
    ['SUBJECT', '2 1 3 4'],
    ['SUBJECT DATE', '2 3 1 4'],
    ['SUBJECT REVERSE DATE', '2 1 3 4'],
    ['FROM', '1 2 3 4'],
    ['TO', '3 2 1 4'],
    ['CC', '2 4 3 1'],
    ['REVERSE SIZE', '2 3 1 4'],
    ['DISPLAYFROM', '3 2 4 1'],
    ['DISPLAYTO', '3 2 1 4'],
  ]
  for (const [order, expected] of orders)
    expect(await told(program, `SORT (${order}) UTF-8 ALL`), order).toBe(`* SORT ${expected}`)
  expect(await told(program, 'UID SORT (DATE) UTF-8 FROM a.test')).toBe('* SORT 2 4')
  expect(await told(program, 'SORT RETURN (MIN MAX COUNT ALL) (DATE) UTF-8 ALL')).toMatch(
    /^\* ESEARCH \(TAG "t\d+"\) MIN 2 MAX 4 ALL 2:3,1,4 COUNT 4$/,
  )
  for (const bad of ['SORT () UTF-8 ALL', 'SORT (AGE) UTF-8 ALL', 'SORT (DATE) ALL'])
    expect(await program.ask(bad), bad).toMatch(/ (BAD|NO \[BADCHARSET)/)
})

it('CLIENTACCESS-14 THREAD=REFERENCES joins answers, places of mails that are not here and equal subjects, and survives circles', async () => {
  const program = await withMails([
    { subject: 'plan', id: 'a', day: 1 },
    { subject: 'Re: plan', id: 'b', refs: 'a', day: 2 },
    { subject: 'Re: plan', id: 'c', answers: 'a', day: 3 },
    { subject: 'Re: plan', id: 'd', refs: 'a b', day: 4 },
    // Both answer a mail that is not here.
    { subject: 'Re: gone', id: 'e', refs: 'x', day: 5 },
    { subject: 'Re: gone', id: 'f', refs: 'x', day: 6 },
    // By the subject alone.
    { subject: 'Re: PLAN', id: 'g', day: 7 },
    // Each says that it answers the other, and itself.
    { subject: 'one', id: 'h', refs: 'i h', day: 8 },
    { subject: 'two', id: 'i', refs: 'h i', day: 9 },
    { subject: 'alone', day: 10 },
  ])
  expect(await told(program, 'THREAD REFERENCES UTF-8 ALL')).toBe(
    '* THREAD (1 (2 4)(3)(7))((5)(6))(9 8)(10)',
  )
  expect(await told(program, 'UID THREAD REFERENCES UTF-8 NOT UID 1')).toBe(
    '* THREAD ((2 4)(3)(7))((5)(6))(9 8)(10)',
  )
  expect(await told(program, 'THREAD ORDEREDSUBJECT UTF-8 ALL')).toBe(
    '* THREAD (1 (2)(3)(4)(7))(5 6)(8)(9)(10)',
  )
  expect(await told(program, 'THREAD REFERENCES UTF-8 SUBJECT nothing')).toBe('* THREAD')
  expect(await program.ask('THREAD JWZ UTF-8 ALL')).toMatch(/ BAD /)
})

it('CLIENTACCESS-14 SEARCHRES: what was found is kept for `$` in the next commands, and goes with its messages', async () => {
  const program = await withMails(
    [1, 2, 3, 4, 5].map((day) => ({ subject: day % 2 ? 'odd' : 'even', day })),
  )
  expect(await program.ask('FETCH $ UID')).toBe('t8 OK FETCH completed\r\n')
  expect(await program.ask('SEARCH RETURN (SAVE) SUBJECT odd')).toBe('t9 OK SEARCH completed\r\n')
  expect(await program.ask('FETCH $ UID')).toBe(
    '* 1 FETCH (UID 1)\r\n* 3 FETCH (UID 3)\r\n* 5 FETCH (UID 5)\r\nt10 OK FETCH completed\r\n',
  )
  expect(await told(program, 'SEARCH NOT $')).toBe('* SEARCH 2 4')
  expect(await told(program, 'SORT (REVERSE DATE) UTF-8 $')).toBe('* SORT 5 3 1')
  expect(await told(program, 'UID SEARCH RETURN (SAVE MIN) $ UID 2:*')).toBe(
    '* ESEARCH (TAG "t13") UID MIN 3',
  )
  expect(await program.ask('MOVE $ Trash')).toMatch(/COPYUID \d+ 3 1\].*\* 3 EXPUNGE/s)
  expect(await told(program, 'SEARCH $')).toBe('* SEARCH')
  await program.ask('SEARCH RETURN (SAVE) ALL')
  expect(await program.ask('SEARCH RETURN (SAVE) CHARSET KOI8-R ALL')).toMatch(/NO \[BADCHARSET/)
  expect(await told(program, 'SEARCH $')).toBe('* SEARCH')
})

it('CLIENTACCESS-14 WITHIN and PARTIAL: mails of the last hour, and a page of what is found', async () => {
  const program = await withMails([1, 2, 3].map((day) => ({ subject: `s${day}`, day })))
  const old = mailOf({ subject: 'old', day: 4 })
  await program.ask(`APPEND Archive "01-Jan-2020 00:00:00 +0000" {${old.length}+}\r\n${old}`)
  expect(await told(program, 'SEARCH YOUNGER 3600')).toBe('* SEARCH 1 2 3')
  expect(await told(program, 'SEARCH OLDER 3600')).toBe('* SEARCH 4')
  const partial = (range: string) =>
    told(program, `UID SEARCH RETURN (COUNT PARTIAL ${range}) ALL`).then((line) =>
      line.replace(/.*UID /, ''),
    )
  expect(await partial('1:2')).toBe('COUNT 4 PARTIAL (1:2 1:2)')
  expect(await partial('-1:-2')).toBe('COUNT 4 PARTIAL (-1:-2 3:4)')
  expect(await partial('4:9')).toBe('COUNT 4 PARTIAL (4:9 4)')
  expect(await partial('5:9')).toBe('COUNT 4 PARTIAL (5:9 NIL)')
  for (const bad of ['PARTIAL 0:1', 'PARTIAL -1:2', 'ALL PARTIAL 1:2'])
    expect(await program.ask(`SEARCH RETURN (${bad}) ALL`), bad).toMatch(/ BAD /)
})

it('CLIENTACCESS-14 P5 THREAD: ten thousand ids that hostile mails name are places for a while, and mails far apart are joined', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const id = (name: string): string => `<${name.padEnd(250, 'x')}@hostile.test>`
  const mail = (n: number): string => {
    const named = Array.from({ length: 100 }, (_, at) => id(`${n}.${at}`))
    const root = n % 2 === 0 ? [] : [id(`m${n - 1}`)]
    return `Subject: ${n}\r\nMessage-ID: ${id(`m${n}`)}\r\nReferences: ${[...named, ...root].join('\r\n ')}\r\n\r\nx\r\n`
  }
  const all = Array.from({ length: 100 }, (_, n) => mail(n))
  await program.ask(`APPEND Archive ${all.map((one) => `{${one.length}+}\r\n${one}`).join(' ')}`)
  await program.ask('SELECT Archive')
  const { programs } = server.app.mailstore
  const rows = vi.spyOn(programs, 'threadRows')
  const references = vi.spyOn(programs, 'references')
  const threads = await told(program, 'THREAD REFERENCES UTF-8 ALL')
  expect(threads.match(/\(\d+ \d+\)/g)).toHaveLength(50)
  // Ids of other mails are never in memory for all messages at once.
  const found = await Promise.all(rows.mock.results.map(({ value }) => value))
  expect(found.at(-1)).toMatchObject({ isRead: true, rows: { length: 100 } })
  expect(JSON.stringify(found)).not.toContain('99.99')
  expect(references).toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('CLIENTACCESS-14 THREAD asks once for all, where mails name a few others each', async () => {
  const program = await withMails([
    { subject: 'one', id: 'a', day: 1 },
    { subject: 'two', id: 'b', refs: 'a', day: 2 },
    { subject: 'three', id: 'c', refs: 'a b', day: 3 },
  ])
  // Their headers are read for the first of these.
  expect(await told(program, 'THREAD REFERENCES UTF-8 ALL')).toBe('* THREAD (1 2 3)')
  const { programs } = server.app.mailstore
  const asked = (['threadRows', 'references', 'fillHeaders'] as const).map((one) =>
    vi.spyOn(programs, one),
  )
  expect(await told(program, 'THREAD REFERENCES UTF-8 ALL')).toBe('* THREAD (1 2 3)')
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
  vi.restoreAllMocks()
})

it('CLIENTACCESS-14 SORT and THREAD go by subjects without what answers, lists and forwards put around them, and leave others as they are', async () => {
  const same = [
    'plan b',
    'Re: plan b',
    'RE:  plan b',
    '[list] plan b',
    'Fwd: [x] re: plan b',
    'plan b (fwd)',
    'fw: plan b',
    'plan\tb',
    '[fwd: plan b]',
  ]
  const others = ['report', 'review', 'fwin', 'plan (b)', 'plan [b]', 'forward: plan b']
  const program = await withMails(
    [...same, ...others].map((subject, at) => ({ subject, day: 1 + at })),
  )
  expect(await told(program, 'THREAD ORDEREDSUBJECT UTF-8 ALL')).toBe(
    '* THREAD (1 (2)(3)(4)(5)(6)(7)(8)(9))(10)(11)(12)(13)(14)(15)',
  )
  expect(await told(program, 'SORT (SUBJECT) UTF-8 ALL')).toBe(
    '* SORT 15 12 13 1 2 3 4 5 6 7 8 9 14 10 11',
  )
})

it('P13 what is sorted and threaded in turns is what sorts at once', async () => {
  const random = randomOf(7)
  const list = Array.from({ length: 9_000 }, (_, at) => ({ at, key: random(500) }))
  const compare = (one: { key: number }, other: { key: number }) => one.key - other.key
  expect(await sortInTurns(list, compare)).toEqual(list.toSorted(compare))
})

it('CLIENTACCESS-14 SENTBEFORE, SENTON and SENTSINCE go by the day that the sender wrote, BEFORE and its kin by the one that INTERNALDATE tells (RFC 9051 §6.4.4)', async () => {
  const program = await withMails(
    [
      'Sat, 24 Mar 2007 23:00:00 +0200',
      'Sun, 25 Mar 2007 00:00:00 +0200',
      'Sun, 25 Mar 2007 23:30 -0800 (PST)',
      'Mon, 26 Mar 2007 00:00:00 +0300',
      'Sun, 25 Mar 2007 12:00:00 EST',
    ].map((date) => ({ subject: 's', day: 1, date })),
  )
  const wanted: [string, string][] = [
    ['SENTBEFORE 25-Mar-2007', ' 1'],
    ['SENTON 25-Mar-2007', ' 2 3 5'],
    ['SENTSINCE 26-Mar-2007', ' 4'],
    ['NOT SENTON 25-Mar-2007', ' 1 4'],
  ]
  for (const [keys, expected] of wanted)
    expect(await told(program, `SEARCH ${keys}`), keys).toBe(`* SEARCH${expected}`)
  // The order is that of the moments.
  expect(await told(program, 'SORT (DATE) UTF-8 ALL')).toBe('* SORT 1 2 5 4 3')
  await program.ask('COPY 1:5 Drafts')
  await program.ask('SELECT Drafts')
  expect(await told(program, 'SEARCH SENTON 25-Mar-2007')).toBe('* SEARCH 2 3 5')
  const late = mailOf({ subject: 'late', day: 1 })
  await program.ask(`APPEND Drafts "25-Mar-2007 01:00:00 +0200" {${late.length}+}\r\n${late}`)
  expect(await told(program, 'FETCH 6 INTERNALDATE')).toContain('"24-Mar-2007 23:00:00 +0000"')
  expect(await told(program, 'SEARCH ON 24-Mar-2007')).toBe('* SEARCH 6')
})

it('CLIENTACCESS-14 SORT goes by the name of a group, and by a subject without all that it was wrapped in; THREAD orders places by their first mail', async () => {
  const program = await withMails([
    {
      subject: 'b',
      from: '<@r.test:alfa@z.test>',
      to: 'z: aa@aa.test, bb@bb.test;',
      cc: 'user2@b.test',
      day: 1,
    },
    { subject: 're: [fwd: [fwd: re: [fwd: babylon]]]', to: 'empty:;', day: 1, cc: 'x@b.test' },
    { subject: 'c', to: 'a: xx@xx.test;', cc: 'user1: zeta@b.test;', day: 1 },
  ])
  expect(await told(program, 'SORT (DISPLAYTO) UTF-8 ALL')).toBe('* SORT 3 2 1')
  expect(await told(program, 'SORT (TO) UTF-8 ALL')).toBe('* SORT 3 2 1')
  expect(await told(program, 'SORT (CC) UTF-8 ALL')).toBe('* SORT 3 1 2')
  expect(await told(program, 'SORT (SUBJECT) UTF-8 ALL')).toBe('* SORT 1 2 3')
  // Who is told by a group is found by it, and one without anybody too.
  for (const [group, found] of [
    ['z', ' 1'],
    ['empty', ' 2'],
    ['user1', ''],
  ])
    expect(await told(program, `SEARCH TO ${group}`)).toBe(`* SEARCH${found}`)
  // ENVELOPE has groups and the way to an address, listed and read by itself (RFC 9051 §7.5.2).
  for (const items of ['ENVELOPE', 'ENVELOPE BODY'])
    expect(await told(program, `FETCH 1 (${items})`), items).toContain(
      '((NIL "@r.test" "alfa" "z.test")) ((NIL "@r.test" "alfa" "z.test")) ((NIL "@r.test" "alfa" "z.test")) ((NIL NIL "z" NIL)(NIL NIL "aa" "aa.test")(NIL NIL "bb" "bb.test")(NIL NIL NIL NIL))',
    )
  const threads = await withMails([
    { subject: '', id: 'a', day: 1 },
    { subject: '', id: 'b', refs: 'x', day: 1 },
    { subject: '', id: 'c', refs: 'x', day: 1 },
  ])
  expect(await told(threads, 'THREAD REFERENCES UTF-8 ALL')).toBe('* THREAD (1)((2)(3))')
})

import { compose } from '@hongyan/contract/compose'
import { imports } from '@hongyan/contract/imports'
import { session } from '@hongyan/contract/session'
import { rawZip, type ZipPart } from '../../mime/test/raw-zip.ts'
import { type Attack, formOf, inParallel, type Means, someOf, statusOf } from './attack.ts'
import { judge } from './tally.ts'

const json = { 'content-type': 'application/json' }
const draft = `/api/${compose.saveDraft.path}`

/** A draft whose text is so long; every character is escaped where it is to be slow. */
const draftOf = (html: string, quotedHtml = ''): string =>
  JSON.stringify({
    mailTo: ['a@b.test'],
    mailCc: [],
    mailBcc: [],
    mailSubject: 's',
    html,
    quotedHtml,
    fileIds: [],
    // A draft has no use for it.
    sendKey: 'of this attack',
  })

interface Body {
  name: string
  path: string
  body: string
  /** Sent without a login. */
  open?: true
}

const megabyte = 1024 * 1024
const bodies: readonly Body[] = [
  { name: 'open brackets', path: draft, body: '['.repeat(19 * megabyte) },
  { name: 'open objects', path: draft, body: '{"a":'.repeat(3 * megabyte) },
  { name: 'a long text', path: draft, body: draftOf('a'.repeat(4 * megabyte)) },
  { name: 'escapes', path: draft, body: `{"html":"${'\\u0041'.repeat(3 * megabyte)}"}` },
  { name: 'backslashes', path: draft, body: `{"html":"${'\\\\'.repeat(9 * megabyte)}"}` },
  { name: 'many fields', path: draft, body: `{${'"a":1,'.repeat(2 * megabyte)}"b":1}` },
  { name: 'many texts', path: draft, body: `[${'"a",'.repeat(4 * megabyte)}1]` },
  { name: 'texts of 1 kB', path: draft, body: `[${`"${'b'.repeat(1_100)}",`.repeat(15_000)}1]` },
  { name: 'long number', path: draft, body: `[${'9'.repeat(megabyte)}]` },
  { name: 'blanks', path: draft, body: ' '.repeat(19 * megabyte) },
  { name: 'prototypes', path: draft, body: '{"__proto__":{"a":1}}' },
  { name: 'deep HTML', path: draft, body: draftOf('<div>'.repeat(800_000)) },
  {
    name: 'draft of 8 MB',
    path: draft,
    body: draftOf('<p>x</p>'.repeat(500_000), '<b>y'.repeat(900_000)),
  },
  {
    name: 'entity of 8 MB',
    path: `/api/mail/email/entity`,
    body: draftOf('<p>x</p>'.repeat(500_000), '<b>y'.repeat(900_000)),
  },
  { name: 'styles', path: draft, body: draftOf(`<style>${'a{}'.repeat(600_000)}</style>`) },
  {
    name: 'send of 8 MB',
    path: `/api/${compose.send.path}`,
    body: draftOf('<p>x</p>'.repeat(500_000), '<img src=cid:a>'.repeat(250_000)),
  },
  {
    name: 'login of brackets',
    path: `/api/${session.login.path}`,
    body: '['.repeat(megabyte),
    open: true,
  },
  {
    name: 'renewal of texts',
    path: `/api/${session.refresh.path}`,
    body: `[${'"a",'.repeat(200_000)}1]`,
    open: true,
  },
]

/** Every body eight times at once: what one of them costs the loop, eight cost it in a row. */
const bodyAttack: Attack = {
  name: 'JSON bodies, drafts of 8 MB',
  people: 2,
  run: async (means) => {
    const some = someOf(bodies, means.effort)
    const all = some.flatMap((one) => Array.from({ length: 8 }, () => one))
    await inParallel(all, 8, async ({ name, path, body, open }, index) => {
      const person = means.people[index % means.people.length]
      const token = open ? {} : { token: person?.api.token ?? '' }
      const status = await statusOf(means, { method: 'POST', path, body, headers: json, ...token })
      judge(means.tally, { what: name, expected: 'either', status })
    })
  },
}

const line = 'From a@b.test Thu Jan  1 00:00:00 2026\n'
const manyMails = (count: number): Buffer => Buffer.from(`${line}Subject: x\n\ny\n\n`.repeat(count))

const files: readonly { name: string; make(): Buffer }[] = [
  { name: 'lines.mbox', make: () => Buffer.from(line + '\n'.repeat(37_000_000)) },
  {
    name: 'lines.zip',
    make: () => rawZip([{ name: 'a.mbox', content: Buffer.from(line + '\n'.repeat(40_000_000)) }]),
  },
  { name: 'overlap.zip', make: overlapping },
  {
    name: 'ratio.zip',
    make: () => rawZip([{ name: 'a.eml', content: Buffer.alloc(70_000_000, 'a') }]),
  },
  {
    name: 'liar.zip',
    make: () => rawZip([{ name: 'a.eml', content: Buffer.alloc(50_000_000, 'ab c'), size: 1_000 }]),
  },
  {
    name: 'large.eml',
    make: () =>
      Buffer.concat([Buffer.from('Subject: l\n\n'), Buffer.alloc(71_000_000, 'some words\n')]),
  },
  { name: 'many.mbox', make: () => manyMails(20_000) },
  { name: 'separators.mbox', make: () => Buffer.from('From \n\n'.repeat(2_000_000)) },
  { name: 'quotes.mbox', make: () => Buffer.from(line + '>'.repeat(30_000_000)) },
  {
    name: 'names.zip',
    make: () =>
      rawZip(
        Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}.eml`, content: Buffer.alloc(0) })),
      ),
  },
]

function overlapping(): Buffer {
  const first: ZipPart = { name: '0.eml', content: Buffer.alloc(60_000_000, 'words in lines\n') }
  const others = Array.from({ length: 1_000 }, (_, n) => ({
    ...first,
    name: `${n + 1}.eml`,
    shares: 0,
  }))
  return rawZip([first, ...others])
}

const importAttack: Attack = {
  name: 'imports',
  people: 3,
  run: async (means) => {
    const some = someOf(files, means.effort)
    await inParallel(some, 4, async (file, index) => {
      const person = means.people[index % means.people.length]
      if (!person) return
      const status = await bringIn(means, { ...file, token: person.api.token, inbox: person.inbox })
      judge(means.tally, { what: `import ${file.name}`, expected: 'either', status })
    })
    // Clients that leave: the work must end with them.
    await inParallel(some.slice(0, 3), 3, async (file) => {
      const [person] = means.people
      if (!person) return
      await bringIn(means, { ...file, token: person.api.token, inbox: person.inbox, patience: 300 })
      means.tally.cases++
    })
    for (const { api } of means.people) {
      const { list } = await api.get(imports.state, {})
      for (const { jobId } of list) await api.call(imports.stop, { jobId })
    }
  },
}

interface Bringing {
  name: string
  make(): Buffer
  token: string
  inbox: number
  patience?: number
}

function bringIn(means: Means, { name, make, token, inbox, patience }: Bringing): Promise<number> {
  const { type, body } = formOf(name, make())
  const path = `/api/${imports.receive.path}?mailboxId=${inbox}&skipDuplicates=0`
  const headers = { 'content-type': type }
  return statusOf(means, {
    method: 'POST',
    path,
    token,
    headers,
    body,
    ...(patience ? { patience } : {}),
  })
}

const uploads: readonly { name: string; size: number; path: string }[] = [
  { name: 'a.bin', size: 50 * megabyte, path: compose.upload.path },
  { name: 'b.bin', size: 50 * megabyte + 1, path: compose.upload.path },
  { name: 'c.exe', size: 5 * megabyte, path: compose.upload.path },
  { name: 'd.png', size: 2 * megabyte, path: compose.uploadPicture.path },
  { name: 'e.png', size: 3 * megabyte, path: compose.uploadPicture.path },
]

const uploadAttack: Attack = {
  name: 'uploads',
  people: 2,
  run: async (means) => {
    const some = someOf(uploads, means.effort)
    const all = [...some, ...some, ...some]
    await inParallel(all, 6, async ({ name, size, path }, index) => {
      const token = means.people[index % means.people.length]?.api.token ?? ''
      const { type, body } = formOf(name, Buffer.alloc(size, `${index}`))
      const headers = { 'content-type': type }
      const status = await statusOf(means, {
        method: 'POST',
        path: `/api/${path}`,
        token,
        headers,
        body,
      })
      judge(means.tally, { what: `upload ${name}`, expected: 'either', status })
    })
  },
}

export const doorAttacks: readonly Attack[] = [bodyAttack, importAttack, uploadAttack]

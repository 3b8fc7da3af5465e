import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImapFlow } from 'imapflow'
import { createRandom, type Random } from '../durability/random.ts'
import type { Installation } from './installation.ts'
import { bodyOf, byId, type Held, idOf, type Mailboxes, mailOf, readServer } from './mailbox.ts'
import { execute, type Program, same } from './program.ts'

const folders = ['INBOX', 'Archive', '工作/2026']
const perFolder = 40
const changes = 200

/** isync, both ways: 200 random changes on each side, and nothing is different afterwards. */
export const mbsync: Program = {
  name: 'mbsync (isync)',
  command: 'mbsync',
  run: async (at) => {
    const flow = await at.connect()
    await flow.mailboxCreate(['工作', '2026'])
    for (const folder of folders)
      for (let number = 0; number < perFolder; number++)
        await flow.append(folder, mailOf(`seed-${folders.indexOf(folder)}-${number}`))
    const maildir = join(at.folder, 'mbsync')
    const rc = join(at.folder, 'mbsyncrc')
    await execute('mkdir', ['-p', maildir])
    await writeFile(rc, configOf(at, maildir))
    const sync = () => execute('mbsync', ['-c', rc, '-a'])
    await sync()
    const random = createRandom(2026)
    const pairs = [0, 1, 2, 3]
    for (const round of pairs) {
      for (let turn = 0; turn < changes / pairs.length; turn++) {
        await changeLocal(maildir, { random, name: `local-${round}-${turn}` })
        await changeServer(flow, { random, name: `server-${round}-${turn}` })
      }
      await sync()
    }
    await sync()
    const server = await readServer(flow, folders)
    same('some are left', [...server.values()].flat().length > perFolder, true)
    same('differences', differences(server, await readMaildir(maildir)), [])
    await flow.logout()
  },
}

const configOf = (at: Installation, maildir: string): string => `
IMAPAccount here
Host ${at.host}
Port ${at.tlsPort}
User ${at.address}
Pass ${at.code}
SSLType IMAPS
CertificateFile ${at.certificate}

IMAPStore server
Account here

MaildirStore local
Path ${maildir}/
Inbox ${maildir}/INBOX
SubFolders Verbatim

Channel all
Far :server:
Near :local:
Patterns INBOX Archive "&XeVPXA-/2026" 
Create Both
Remove Both
Expunge Both
SyncState *
`

interface Change {
  random: Random
  /** Of a mail that is made. */
  name: string
}

const onDisk = (maildir: string, folder: string): string =>
  join(maildir, folder === '工作/2026' ? '&XeVPXA-/2026' : folder)

const marks = ['S', 'F', 'R', 'D', 'P']
const flagOfMark: Record<string, string> = {
  S: '\\Seen',
  F: '\\Flagged',
  R: '\\Answered',
  D: '\\Draft',
  P: '$Forwarded',
}

async function changeLocal(maildir: string, { random, name }: Change): Promise<void> {
  const folder = onDisk(maildir, folders[random.below(folders.length)] ?? '')
  const current = join(folder, 'cur')
  const files = await readdir(current)
  const file = files[random.below(files.length)]
  const dice = random.below(10)
  if (dice < 3 || !file) {
    const text = mailOf(name).replaceAll('\r\n', '\n')
    return writeFile(join(current, `${name}.hongyan:2,`), text)
  }
  if (dice < 5) return unlink(join(current, file))
  const [base = '', had = ''] = file.split(':2,')
  const mark = marks[random.below(marks.length)] ?? 'S'
  const set = new Set(had)
  if (!set.delete(mark)) set.add(mark)
  await rename(join(current, file), join(current, `${base}:2,${[...set].sort().join('')}`))
}

async function changeServer(flow: ImapFlow, { random, name }: Change): Promise<void> {
  const folder = folders[random.below(folders.length)] ?? ''
  const lock = await flow.getMailboxLock(folder)
  try {
    const count = flow.mailbox ? flow.mailbox.exists : 0
    const number = String(1 + random.below(Math.max(1, count)))
    const dice = random.below(10)
    const flag = flagOfMark[marks[random.below(marks.length)] ?? 'S'] ?? ''
    if (dice < 3 || count === 0) await flow.append(folder, mailOf(name))
    else if (dice < 4) await flow.messageDelete(number)
    else if (dice < 5)
      await flow.messageMove(number, folders[random.below(folders.length)] ?? folder)
    else if (dice < 8) await flow.messageFlagsAdd(number, [flag])
    else await flow.messageFlagsRemove(number, [flag])
  } finally {
    lock.release()
  }
}

async function readMaildir(maildir: string): Promise<Mailboxes> {
  const all: Mailboxes = new Map()
  for (const folder of folders) {
    const held: Held[] = []
    for (const part of ['cur', 'new']) {
      const place = join(onDisk(maildir, folder), part)
      for (const file of await readdir(place)) {
        const raw = await readFile(join(place, file), 'utf8')
        const flags = [...(file.split(':2,')[1] ?? '')].flatMap((mark) => flagOfMark[mark] ?? [])
        held.push({ id: idOf(raw), flags: flags.sort(), body: bodyOf(raw) })
      }
    }
    all.set(folder, held.sort(byId))
  }
  return all
}

function differences(server: Mailboxes, local: Mailboxes): string[] {
  return folders.flatMap((folder) => {
    const [left, right] = [server, local].map(
      (side) => new Set((side.get(folder) ?? []).map((one) => JSON.stringify(one))),
    )
    const missing = [...(left ?? [])].filter((one) => !right?.has(one))
    const more = [...(right ?? [])].filter((one) => !left?.has(one))
    return [
      ...missing.map((one) => `${folder} server only: ${one.slice(0, 120)}`),
      ...more.map((one) => `${folder} local only: ${one.slice(0, 120)}`),
    ]
  })
}

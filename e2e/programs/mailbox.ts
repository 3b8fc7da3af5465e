import type { ImapFlow } from 'imapflow'

/** Mail for the programs: plain, Chinese, with a file, with lines that look like others' frames. */
export function mailOf(id: string, subject = `mail ${id}`): string {
  return [
    `Message-ID: <${id}@programs.test>`,
    'From: Wang <wang@programs.test>',
    'To: reader@example.test',
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'Date: Mon, 5 Jan 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=frame',
    '',
    '--frame',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    `the text of ${id}, 正文`,
    '.',
    'From here on it looks like another mail',
    '--frame',
    'Content-Type: application/octet-stream; name="a.bin"',
    'Content-Disposition: attachment; filename="a.bin"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`file of ${id} `.repeat(40)).toString('base64'),
    '--frame--',
    '',
  ].join('\r\n')
}

export interface Held {
  /** Of the Message-ID. */
  id: string
  flags: string[]
  /** Everything behind the header. */
  body: string
}

/** Every folder and what it holds, in one order. */
export type Mailboxes = Map<string, Held[]>

export const byId = (a: Held, b: Held): number => (a.id < b.id ? -1 : 1)

export const idOf = (raw: string): string =>
  /^Message-ID: <([^@>]+)@/im.exec(raw)?.[1] ?? 'a mail without its id'

export const bodyOf = (raw: string): string => {
  const text = raw.replaceAll('\r\n', '\n')
  return text.slice(text.indexOf('\n\n') + 2)
}

/** All that lies on the server in some folders. */
export async function readServer(flow: ImapFlow, folders: readonly string[]): Promise<Mailboxes> {
  const all: Mailboxes = new Map()
  for (const folder of folders) {
    const lock = await flow.getMailboxLock(folder)
    const held: Held[] = []
    for await (const one of flow.fetch('1:*', { flags: true, source: true })) {
      const raw = one.source?.toString() ?? ''
      held.push({ id: idOf(raw), flags: [...(one.flags ?? [])].sort(), body: bodyOf(raw) })
    }
    lock.release()
    all.set(folder, held.sort(byId))
  }
  return all
}

import { createHash, randomUUID } from 'node:crypto'
import type { SettingsIndex } from '@hongyan/contract/settings'
import MimeNode from 'nodemailer/lib/mime-node'
import { z } from 'zod'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework } from '../../platform/jobs/piecework.ts'
import { localTime, type TimeStyle } from '../../platform/local-time.ts'
import { type ExportPerson, type ExportRow, exportById } from './exports.queries.ts'
import { exportsToTell, nextToTell, noteAllTold, noteTold } from './exports-items.queries.ts'

export interface TellParts {
  database: Database
  mailstore: Pick<Mailstore, 'prepare' | 'deliver'>
  clock: Clock
  jobs: Jobs
  directory: {
    ownerOf(id: AccountId): Promise<{ userId: UserId; address: string } | null>
  }
  settingsOf(userId: UserId): Promise<Pick<SettingsIndex, keyof TimeStyle>>
}

/** Tells people that their mail was exported, each once, when its time has come. */
export function createExportTelling(parts: TellParts) {
  const { database, clock, jobs } = parts
  const piecework = createPiecework(
    { database, jobs },
    {
      task: 'tell-mail-export',
      place: z.object({ exportId: z.number() }),
      piece: async ({ exportId }) => {
        const row = await exportById(database, exportId)
        if (!row?.tellAt || row.tellAt > clock.now()) return false
        const person = await nextToTell(database, exportId)
        if (person) await tell(parts, row, person)
        else await noteAllTold(database, exportId)
        return person !== null
      },
    },
  )
  return {
    later: piecework.enqueue,
    /** Those whose time has come meanwhile. */
    due: async (): Promise<void> => {
      for (const { id: exportId } of await exportsToTell(database, clock.now(), 100))
        await piecework.enqueue(database, { exportId })
    },
  }
}

/** The receipt lets the mail come once, however often this is begun. */
async function tell(
  { database, mailstore, clock, directory, settingsOf }: TellParts,
  row: ExportRow,
  person: ExportPerson,
): Promise<void> {
  const { accountId } = person
  const owner = await directory.ownerOf(accountId)
  if (owner) {
    const settings = await settingsOf(owner.userId)
    const raw = await exportNotice(row, { to: owner.address, now: clock.now(), ...settings })
    const receipt = createHash('sha256').update(`mail export ${row.id} ${accountId}`).digest()
    await mailstore.deliver(await mailstore.prepare(raw), [
      {
        accountId,
        folder: 'inbox',
        receivedAt: clock.now(),
        notify: true,
        ignoreQuota: true,
        receipt,
        log: { kind: 'receive', client: '', ip: '' },
      },
    ])
  }
  await noteTold(database, person)
}

interface Notice extends TimeStyle {
  to: string
  now: Date
}

type Told = Pick<
  ExportRow,
  'id' | 'madeAt' | 'askedAddress' | 'decidedAddress' | 'reason' | 'mailFrom' | 'mailUntil'
>

/** The mail by which somebody learns that their mail was exported: when, by whom, why. */
export async function exportNotice(row: Told, notice: Notice): Promise<Buffer> {
  const { to, language, now } = notice
  const domain = to.slice(to.lastIndexOf('@') + 1)
  const words = language === 'zh' ? chinese(row, notice) : english(row, notice)
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: words.from, address: `mailer-daemon@${domain}` },
    To: to,
    Subject: words.subject,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  node.setContent(`${words.lines.join('\n')}\n`)
  return withCrlf(await node.build())
}

const timeOf = (at: Date | null, style: TimeStyle, without: string): string =>
  at ? localTime(at, style) : without

const chinese = (row: Told, notice: Notice) => ({
  from: '邮件系统',
  subject: '您的邮件已被导出',
  lines: [
    `您的邮件已于 ${timeOf(row.madeAt, notice, '')} 由 ${row.askedAddress} 申请导出，原因如下：`,
    '',
    row.reason,
    '',
    `邮件起始时间：${timeOf(row.mailFrom, notice, '不限')}`,
    `邮件截止时间：${timeOf(row.mailUntil, notice, '不限')}`,
    ...(row.decidedAddress === '' ? [] : [`审批人：${row.decidedAddress}`]),
    '',
    '此邮件由系统发出，用于告知，无需回复。如有疑问，请联系上述人员。',
  ],
})

const english = (row: Told, notice: Notice) => ({
  from: 'Mail System',
  subject: 'Your mail was exported',
  lines: [
    `Your mail was exported on ${timeOf(row.madeAt, notice, '')} at the request of ${row.askedAddress}, because:`,
    '',
    row.reason,
    '',
    `Mail from: ${timeOf(row.mailFrom, notice, 'no limit')}`,
    `Mail until: ${timeOf(row.mailUntil, notice, 'no limit')}`,
    ...(row.decidedAddress === '' ? [] : [`Approved by: ${row.decidedAddress}`]),
    '',
    'The mail system sent this so that you know. If you have questions, please ask the people named above.',
  ],
})

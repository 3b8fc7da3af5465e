import type { Database } from '../../platform/db/pool.ts'
import { type Failure, failuresAfter } from './migration.queries.ts'

const heads = {
  zh: ['文件夹', '编号', '发件人与主题', '大小（字节）', '时间（UTC）', '原因'],
  en: ['Folder', 'Number', 'Sender and subject', 'Size (bytes)', 'Time (UTC)', 'Reason'],
}
const reasons: Record<keyof typeof heads, Record<Failure['reason'], string>> = {
  zh: {
    'too-large': '邮件太大',
    refused: '邮件无法读取',
    unnamed: '源服务器未给出该邮件的唯一编号（UIDL）',
    folder: '目标文件夹已不存在',
    line: '每次读取时连接中断',
    closed: '源文件夹无法打开，其中的邮件均未搬来',
  },
  en: {
    'too-large': 'Message too large',
    refused: 'Message cannot be read',
    unnamed: 'The source server gives this message no unique number (UIDL)',
    folder: 'The target folder no longer exists',
    line: 'The connection broke each time it was fetched',
    closed: 'The source folder could not be opened; none of its messages were imported',
  },
}

export type ResultLanguage = keyof typeof heads
const page = 1_000

/** What was not brought in, as CSV (RFC 4180) that spreadsheets read as UTF-8: a page of rows at a time. */
export async function* resultFile(
  database: Database,
  jobId: number,
  language: ResultLanguage,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${lineOf(heads[language])}`)
  for (let after = 0; ; ) {
    const rows = await failuresAfter(database, jobId, { after, limit: page })
    if (rows.length === 0) return
    const lines = rows.map((one) =>
      lineOf([
        one.folder,
        one.uid,
        one.about,
        // A row without a number is about a whole folder.
        one.uid === '' ? '' : String(one.size),
        one.at ? timeOf(one.at) : '',
        reasons[language][one.reason],
      ]),
    )
    yield Buffer.from(lines.join(''))
    after = rows.at(-1)?.id ?? 0
  }
}

/** As spreadsheets read a time. */
const timeOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** What a spreadsheet would take for a formula is a text. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

import type { Database } from '../../platform/db/pool.ts'
import { type Failure, failuresAfter } from './migration.queries.ts'

const heads = {
  zh: ['文件夹', '编号', '发件人与主题', '大小（字节）', '时间', '原因'],
  en: ['Folder', 'Number', 'Sender and subject', 'Size (bytes)', 'Time', 'Reason'],
}
const reasons: Record<keyof typeof heads, Record<Failure['reason'], string>> = {
  zh: {
    'too-large': '邮件太大',
    refused: '无法读取',
    unnamed: '源服务器没有给出它的唯一编号（UIDL）',
    folder: '目标文件夹已不存在',
    line: '每次读取时连接中断',
    closed: '源文件夹无法打开',
  },
  en: {
    'too-large': 'Message too large',
    refused: 'Cannot be read',
    unnamed: 'The server there gives it no unique number (UIDL)',
    folder: 'Its folder is gone',
    line: 'The line broke each time it was asked for',
    closed: 'This folder could not be opened there',
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
        String(one.size),
        one.at?.toISOString() ?? '',
        reasons[language][one.reason],
      ]),
    )
    yield Buffer.from(lines.join(''))
    after = rows.at(-1)?.id ?? 0
  }
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** What a spreadsheet would take for a formula is a text. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

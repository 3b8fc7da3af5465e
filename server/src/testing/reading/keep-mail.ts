import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.HONGYAN_KEEP_MAILS
let kept = 0

/** Writes a mail into the folder HONGYAN_KEEP_MAILS, to look at it with other programs: 01.eml, 02.eml … */
export function keepMail(raw: Buffer): void {
  if (folder === undefined || folder === '') return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${String(++kept).padStart(2, '0')}.eml`), raw)
}

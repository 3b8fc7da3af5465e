import { limits } from './limits.ts'
import { normalForm } from './normal-form.ts'

/** Names that system folders have in either language (decision G38): no folder of one's own may take one. */
const systemNames = new Set(
  [
    '收件箱 已发送 发件箱 草稿箱 草稿 回收站 已删除 垃圾邮件 归档 星标邮件 未读邮件 已读邮件',
    'inbox sent sentmail outbox drafts draft draftbox trash recyclebin deleted deleteditems junk junkmail spam archive',
  ].flatMap((line) => line.split(' ')),
)

/** What is wrong with a name, or null. */
export type NameProblem = 'empty' | 'long' | 'system'

/** A name as it is stored: composed characters (NFC), no space around, runs of space as one. */
export const tidyName = (typed: string): string =>
  normalForm(typed, 'NFC').replace(/\s+/gu, ' ').trim()

/**
 * The rule for names of folders and labels (L33): not empty, and at most ten characters as people count them, so an
 * emoji beyond the BMP is one. Signs that cannot be seen do not make a name.
 */
export function nameProblem(typed: string): 'empty' | 'long' | null {
  const name = tidyName(typed)
  if (name.replace(/[\p{C}\p{Z}]/gu, '') === '') return 'empty'
  return [...name].length > limits.itemName ? 'long' : null
}

/** The rule for names of folders, which in addition may not look like a system folder. */
export const folderNameProblem = (typed: string): NameProblem | null =>
  nameProblem(typed) ?? (systemNames.has(nameKey(typed).replaceAll(' ', '')) ? 'system' : null)

/**
 * The rule for folders that programs and imports make (decision G115): the name that they have elsewhere, up to 255 bytes of
 * UTF-8. It may not look like a system folder either.
 */
export function programFolderNameProblem(typed: string): NameProblem | null {
  const problem = folderNameProblem(typed)
  if (problem === 'empty') return problem
  if (isTooLongForPrograms(typed)) return 'long'
  return systemNames.has(nameKey(typed).replaceAll(' ', '')) ? 'system' : null
}

/** The rule for labels that programs, imports and moving in make: as for such folders, up to 255 bytes. */
export function programLabelNameProblem(typed: string): 'empty' | 'long' | null {
  if (nameProblem(typed) === 'empty') return 'empty'
  return isTooLongForPrograms(typed) ? 'long' : null
}

const isTooLongForPrograms = (typed: string): boolean =>
  new TextEncoder().encode(tidyName(typed)).length > limits.programItemName

/** Two names with one key are the same to the eye. */
export const nameKey = (name: string): string => normalForm(tidyName(name), 'NFKC').toLowerCase()

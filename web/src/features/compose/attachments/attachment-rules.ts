import type { ErrorCode } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'

export interface FileRules {
  maxAttachments: number
  maxUpload: number
  /** Without the dot, any case. */
  refusedSuffixes: readonly string[]
}

/** The first rule that a new attachment breaks; null when it may be uploaded. */
export function attachmentProblem(
  file: { name: string; size: number },
  names: readonly string[],
  rules: FileRules,
): ErrorCode | null {
  if (names.length >= rules.maxAttachments) return 'compose.too-many-attachments'
  if (file.size === 0) return 'upload.empty'
  if (file.size > rules.maxUpload) return 'upload.too-big'
  if (isRefused(file.name, rules.refusedSuffixes)) return 'upload.suffix'
  const wanted = comparableName(file.name)
  return names.some((name) => comparableName(name) === wanted) ? 'compose.duplicate-name' : null
}

/** The first rule that a new picture of the text breaks. */
export function pictureProblem(file: { size: number; type: string }): ErrorCode | null {
  if (!/^image\/(png|jpeg|gif|webp)$/i.test(file.type)) return 'upload.not-picture'
  if (file.size === 0) return 'upload.empty'
  return file.size > limits.picture ? 'upload.picture-too-big' : null
}

/** One name on every file system: composed, without case, without invisible marks and trailing dots. */
export function comparableName(name: string): string {
  return plainName(name).normalize('NFKC').toLowerCase()
}

/**
 * `a.exe.`, `a.EXE`, `a.ｅｘｅ`, `a.exe\u202e` and `a.exe::$DATA` are all programs on some system (P14).
 */
function isRefused(name: string, suffixes: readonly string[]): boolean {
  const stem = plainName(name.normalize('NFKC')).split(':')[0] ?? ''
  const plain = stem.replace(/(?<![. ])[. ]+$/, '').toLowerCase()
  return suffixes.some((suffix) => plain.endsWith(`.${suffix.replace(/^\./, '').toLowerCase()}`))
}

function plainName(name: string): string {
  return name.replace(/[\p{Cf}\p{Cc}]/gu, '').replace(/(?<![. ])[. ]+$/, '')
}

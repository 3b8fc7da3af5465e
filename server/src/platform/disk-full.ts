/** PostgreSQL's disk_full, and the file system's words for the same. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** True when there was no room for something (P4): temporary trouble, and nobody's fault but ours. */
export function isDiskFull(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown ? String(thrown.code) : ''
  return thrown.name === 'BlobStoreFull' || fullCodes.has(code)
}

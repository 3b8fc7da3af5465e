import { type SensitivityLabel, sensitivityHeader } from '@hongyan/contract/sensitivity-fields'
import { getHeaders, type HeaderField, readHeaders } from '@hongyan/mime/headers'

const ownName = sensitivityHeader.toLowerCase()

/**
 * The label that a header names, of labels that stand with the lightest first. Of several the heaviest; where a program
 * knows only the field of RFC 2156, the lightest that is called confidential there.
 */
export function labelIn(
  header: Uint8Array | HeaderField[],
  labels: readonly SensitivityLabel[],
): SensitivityLabel | null {
  if (labels.length === 0) return null
  const fields = header instanceof Uint8Array ? readHeaders(header) : header
  const keys = new Set(getHeaders(fields, ownName).map((one) => one.trim().toLowerCase()))
  const named = labels.findLast(({ key }) => keys.has(key))
  if (named) return named
  const isConfidential = getHeaders(fields, 'sensitivity').some(
    (one) => one.trim().toLowerCase() === 'company-confidential',
  )
  return (isConfidential && labels.find(({ confidential }) => confidential)) || null
}

/** Whether a header says anything of it. */
export const mayNameLabel = (fields: readonly HeaderField[]): boolean =>
  fields.some(({ name }) => name === ownName || name === 'sensitivity')

/** What a mail with a label says of it. */
export const fieldsOf = ({ key, confidential }: SensitivityLabel): [string, string][] => [
  [sensitivityHeader, key],
  ...(confidential ? [['Sensitivity', 'Company-Confidential'] as [string, string]] : []),
]

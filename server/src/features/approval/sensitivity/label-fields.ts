import { type SensitivityLabel, sensitivityHeader } from '@hongyan/contract/sensitivity-fields'
import { type HeaderField, readHeaders } from '@hongyan/mime/headers'

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
  return labelNamed(
    labelFieldsIn(header instanceof Uint8Array ? readHeaders(header) : header),
    labels,
  )
}

/** A field of a header that says something of a label. */
export interface LabelField {
  name: string
  value: string
}

/** Longer than any key. */
const longest = 200

export const labelFieldsIn = (fields: readonly HeaderField[]): LabelField[] =>
  fields
    .filter(isLabelField)
    .map((one) => ({ name: one.name, value: one.value().trim().toLowerCase().slice(0, longest) }))

export function labelNamed(
  fields: readonly LabelField[],
  labels: readonly SensitivityLabel[],
): SensitivityLabel | null {
  const valuesOf = (wanted: string) =>
    fields.filter(({ name }) => name === wanted).map(({ value }) => value)
  const keys = new Set(valuesOf(ownName))
  const named = labels.findLast(({ key }) => keys.has(key))
  if (named) return named
  const isConfidential = valuesOf('sensitivity').includes('company-confidential')
  return (isConfidential && labels.find(({ confidential }) => confidential)) || null
}

/** The heaviest that any of several mails names. */
export function heaviestOf(
  mails: readonly (readonly LabelField[])[],
  labels: readonly SensitivityLabel[],
): SensitivityLabel | null {
  const named = new Set(mails.map((fields) => labelNamed(fields, labels)))
  return labels.findLast((one) => named.has(one)) ?? null
}

/** Whether a header says anything of it. */
export const mayNameLabel = (fields: readonly HeaderField[]): boolean => fields.some(isLabelField)

const isLabelField = ({ name }: HeaderField): boolean => name === ownName || name === 'sensitivity'

/** What a mail with a label says of it. */
export const fieldsOf = ({ key, confidential }: SensitivityLabel): [string, string][] => [
  [sensitivityHeader, key],
  ...(confidential ? [['Sensitivity', 'Company-Confidential'] as [string, string]] : []),
]

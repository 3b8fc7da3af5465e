import type { SensitivityLabel } from '@hongyan/contract/sensitivity-fields'

/** A label while it is edited: new ones have no key yet. */
export interface EditedLabel extends SensitivityLabel {
  /** Of this window. */
  row: string
}

export const edited = (label: SensitivityLabel): EditedLabel => ({
  ...label,
  row: crypto.randomUUID(),
})

export const newLabel = (color: number): EditedLabel =>
  edited({ key: '', zh: '', en: '', color, confidential: false, isDefault: false })

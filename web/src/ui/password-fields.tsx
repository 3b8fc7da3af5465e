import { PasswordField } from './password-field.tsx'

interface PasswordFieldsProps<Name extends string> {
  /** What is asked for, top to bottom; the cursor begins in the first. */
  fields: readonly { name: Name; label: string; autoComplete: string }[]
  words: { show: string; hide: string }
  typed: Record<Name, string>
  onChange: (name: Name, value: string) => void
  /** Stands under the last one. */
  error: string | null
}

/** The passwords that a dialog asks for. */
export function PasswordFields<Name extends string>(props: PasswordFieldsProps<Name>) {
  const { fields, words, typed, onChange, error } = props
  return fields.map(({ name, label, autoComplete }, index) => (
    <PasswordField
      key={name}
      label={label}
      showLabel={words.show}
      hideLabelText={words.hide}
      autoComplete={autoComplete}
      data-autofocus={index === 0 || undefined}
      maxLength={100}
      value={typed[name]}
      error={index === fields.length - 1 ? error : null}
      onChange={(event) => onChange(name, event.target.value)}
    />
  ))
}

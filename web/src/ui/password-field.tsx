import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { iconEye, iconEyeOff } from './icons.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  showLabel: string
  hideLabelText: string
}

/** A password with a button that shows what was typed. */
export function PasswordField({ showLabel, hideLabelText, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <IconButton
          icon={shown ? iconEyeOff : iconEye}
          label={shown ? hideLabelText : showLabel}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

import styles from './counted-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface CountedFieldProps extends Omit<TextFieldProps, 'end'> {
  /** Characters as the limit counts them. */
  count: number
  limit: number
}

/** A field of text with how much of its room is used. */
export function CountedField({ count, limit, ...rest }: CountedFieldProps) {
  return (
    <TextField
      {...rest}
      end={
        <span className={styles.count}>
          {count}/{limit}
        </span>
      }
    />
  )
}

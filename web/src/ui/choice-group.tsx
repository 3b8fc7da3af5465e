import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './choice-group.module.css'

interface ChoiceGroupProps {
  title: string
  /** What is wrong with the choice. */
  describedBy?: string | undefined
  /** Radio buttons or checkboxes, in one line as far as there is room. */
  children: ReactNode
}

export function ChoiceGroup({ title, describedBy, children }: ChoiceGroupProps) {
  return (
    <fieldset className={styles.group} aria-describedby={describedBy}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

interface RadioProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  ref?: Ref<HTMLInputElement> | undefined
  children: ReactNode
}

export function Radio({ children, ...rest }: RadioProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" {...rest} />
      {children}
    </label>
  )
}

import type { InputHTMLAttributes, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { iconSearch } from './icons.ts'
import styles from './pick-list.module.css'

interface PickListProps extends InputHTMLAttributes<HTMLInputElement> {
  /** What the field is for. */
  label: string
  listId: string
  /** Id of the option that Enter takes. */
  activeId: string | undefined
  /** The list of options with that id, and what stands below it. */
  children: ReactNode
}

/** A field to find by, over the options that it finds: it keeps the focus and names the active one. */
export function PickList({ label, listId, activeId, children, ...field }: PickListProps) {
  return (
    <div className={styles.list}>
      <div className={styles.search}>
        <Icon icon={iconSearch} size={16} />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          {...field}
        />
      </div>
      {children}
    </div>
  )
}

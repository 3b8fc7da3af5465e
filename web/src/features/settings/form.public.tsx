import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './form.module.css'
import { useFound } from './use-found.ts'

interface PageProps {
  title: string
  /** One or two sentences under the title. */
  text?: string
  /** Buttons at the end of the title line. */
  actions?: ReactNode
  /** A page with a table uses the whole width. */
  wide?: boolean
  children: ReactNode
}

/** The frame of a settings page: title line and content that scrolls. */
export function Page({ title, text, actions, wide = false, children }: PageProps) {
  return (
    <div className={styles.page} data-wide={wide || undefined}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h1 className={styles.title}>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  title: string
  hint?: string
  children: ReactNode
}

/** A titled group of rows. */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const isFound = useFound(title, section)
  return (
    <section
      ref={section}
      className={styles.section}
      aria-labelledby={id}
      data-found={isFound || undefined}
    >
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.rows}>{children}</div>
    </section>
  )
}

/** Keeps the place of rows that are still on their way: what stands under them does not jump. */
export const RowToCome = () => (
  <div className={styles.row}>
    <Skeleton width={160} />
  </div>
)

interface RowProps {
  label: string
  hint?: string
  /** Receives what ties a control to the label; `labelledBy` is for what is none, as a list. */
  children: (ties: {
    control: { id: string; 'aria-describedby': string | undefined }
    labelledBy: string
  }) => ReactNode
  /** The control stands under the label, over the whole width. */
  stacked?: boolean
}

/** One setting: what it is on the left, its control on the right. */
export function Row({ label, hint, children, stacked = false }: RowProps) {
  const id = useId()
  const describedBy = hint ? `${id}-hint` : undefined
  const row = useRef<HTMLDivElement>(null)
  const isFound = useFound(label, row)
  return (
    <div
      ref={row}
      className={styles.row}
      data-row={label}
      data-stacked={stacked || undefined}
      data-found={isFound || undefined}
    >
      <div className={styles.what}>
        <label id={id} htmlFor={`${id}-control`} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p id={describedBy} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
      <div className={styles.control}>
        {children({
          control: { id: `${id}-control`, 'aria-describedby': describedBy },
          labelledBy: id,
        })}
      </div>
    </div>
  )
}

interface FormProps {
  /** Something differs from what the server has. */
  dirty: boolean
  saving: boolean
  /** Why the last save failed; it stays, with all that was typed, until the next try. */
  error: string | null
  onSave: () => void
  onReset: () => void
  children: ReactNode
}

/** A form with a bar at its foot while there is something to save. */
export function SettingsForm({ dirty, saving, error, onSave, onReset, children }: FormProps) {
  const { t } = useTranslation('settings')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty && !saving) onSave()
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
      {(dirty || error) && (
        <div className={styles.bar}>
          {error && <Banner tone="danger">{error}</Banner>}
          <div className={styles.buttons}>
            <p className={styles.unsaved}>{t('unsaved')}</p>
            <Button onClick={onReset} disabled={saving}>
              {t('discard')}
            </Button>
            <Button type="submit" kind="primary" busy={saving}>
              {t('save')}
            </Button>
          </div>
        </div>
      )}
    </form>
  )
}

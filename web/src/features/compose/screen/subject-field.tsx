import { limits } from '@hongyan/contract/limits'
import type { ReactNode, Ref } from 'react'
import { isComposing } from '../../../lib/composing.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Chip } from '../../../ui/chip.tsx'
import type { Priority } from '../draft/compose-content.ts'
import styles from './compose.module.css'

interface SubjectFieldProps {
  value: string
  priority: Priority
  error: string | null
  inputRef: Ref<HTMLInputElement>
  onChange: (value: string) => void
  /** Tab leads into the text, not through the toolbar. */
  onNext: () => void
  /** What helps to find one, behind it. */
  children?: ReactNode
}

export function SubjectField(props: SubjectFieldProps) {
  const { value, priority, error, inputRef, onChange, onNext } = props
  const { t } = useTranslation('compose')
  const length = [...value].length
  const tooLong = length > limits.subject
  return (
    <div>
      <div className={styles.subjectRow}>
        <input
          ref={inputRef}
          className={styles.subject}
          type="text"
          value={value}
          placeholder={t('subject')}
          aria-label={t('subject')}
          aria-invalid={error !== null || tooLong || undefined}
          autoComplete="off"
          maxLength={1000}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            const plainTab = event.key === 'Tab' && !event.shiftKey
            if (isComposing(event) || (!plainTab && event.key !== 'Enter')) return
            if (event.ctrlKey || event.metaKey) return
            event.preventDefault()
            onNext()
          }}
        />
        {priority !== 'normal' && (
          <Chip tone={priority === 'high' ? 'danger' : 'neutral'}>
            {t(priority === 'high' ? 'priority.highChip' : 'priority.lowChip')}
          </Chip>
        )}
        {length > limits.subject - 55 && (
          <span className={tooLong ? styles.tooLong : styles.length}>
            {t('subjectLength', { count: length })}
          </span>
        )}
        {props.children}
      </div>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

import { useTranslation } from '../../../lib/i18n.ts'
import { Select } from '../../../ui/select.tsx'
import rows from '../recipients/recipients.module.css'
import styles from '../screen/compose.module.css'
import type { ComposeParams } from '../screen/open-compose.ts'
import type { Composer } from '../screen/use-compose.ts'

interface SensitivityRowProps {
  composer: Composer
  sensitivity: ComposeParams['sensitivity']
  error: string | null
  onEdited: () => void
}

/** How sensitive the mail is, where the organisation has labels for that. */
export function SensitivityRow({ composer, sensitivity, error, onEdited }: SensitivityRowProps) {
  const { t, language } = useTranslation('compose')
  if (sensitivity === null) return null
  const { labels, required } = sensitivity
  const { sensitivity: key, sourceSensitivity } = composer.fields.options
  const nameOf = (at: number) => labels[at]?.[language === 'en' ? 'en' : 'zh'] ?? ''
  const chosen = labels.findIndex((one) => one.key === key)
  const before = labels.findIndex((one) => one.key === sourceSensitivity)
  const none = { value: '', label: t(required ? 'sensitivity.choose' : 'sensitivity.none') }
  return (
    <div className={rows.row}>
      <span className={rows.label}>{t('sensitivity.label')}</span>
      <div className={styles.sensitivity}>
        <Select
          label={t('sensitivity.label')}
          hideLabel
          error={error}
          value={chosen < 0 ? '' : key}
          onChange={({ target }) => {
            const options = { ...composer.current().options, sensitivity: target.value }
            composer.change({ options })
            onEdited()
          }}
          options={[
            ...(required && chosen >= 0 ? [] : [none]),
            ...labels.map((one, at) => ({ value: one.key, label: nameOf(at) })),
          ]}
        />
        {chosen < before && (
          <p className={styles.lighter} role="status">
            {t('sensitivity.lighter', { name: nameOf(before) })}
          </p>
        )}
      </div>
    </div>
  )
}

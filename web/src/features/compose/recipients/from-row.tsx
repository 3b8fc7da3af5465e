import { useTranslation } from '../../../lib/i18n.ts'
import { Select } from '../../../ui/select.tsx'
import type { ComposeParams } from '../screen/open-compose.ts'
import type { Composer } from '../screen/use-compose.ts'
import styles from './recipients.module.css'

/** From which of the own addresses the mail is; shown to who has several (SECURITY-11). */
export function FromRow({ composer, from }: { composer: Composer; from: ComposeParams['from'] }) {
  const { t } = useTranslation('compose')
  if (from.length < 2) return null
  const [main] = from
  const { mailFrom } = composer.fields.options
  const isKnown = from.some((one) => one.address === mailFrom)
  return (
    <div className={styles.row}>
      <span className={styles.label}>{t('from')}</span>
      <Select
        label={t('from')}
        hideLabel
        value={isKnown ? mailFrom : (main?.address ?? '')}
        onChange={({ target }) => {
          const next = target.value === main?.address ? '' : target.value
          composer.change({ options: { ...composer.current().options, mailFrom: next } })
        }}
        options={from.map(({ name, address }) => ({
          value: address,
          label: name === '' ? address : `${name} <${address}>`,
        }))}
      />
    </div>
  )
}

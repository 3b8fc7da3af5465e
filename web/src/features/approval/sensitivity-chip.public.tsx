import type { ShownSensitivity } from '@hongyan/contract/sensitivity-fields'
import { useTranslation } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconShield } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import styles from './sensitivity.module.css'

/** The sensitivity label of a mail of our own. */
export function SensitivityChip({ label }: { label: ShownSensitivity }) {
  const { t, language } = useTranslation('reader')
  const name = label[language === 'en' ? 'en' : 'zh']
  return (
    <span className={styles.chip} data-color={label.color} title={t('sensitivity', { name })}>
      <Icon icon={iconShield} size={14} />
      <span className="visually-hidden">{t('sensitivityBefore')}</span>
      <Isolated>{name}</Isolated>
    </span>
  )
}

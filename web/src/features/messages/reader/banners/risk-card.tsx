import type { MessageDetail } from '@hongyan/contract/messages'
import type { SenderWarning } from '@hongyan/contract/reader-fields'
import { Allowed } from '../../../../lib/allowed.tsx'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { iconJunk, iconTrash, iconWarning } from '../../../../ui/icons.ts'
import { plainLine } from '../../people.ts'
import { actionNeeds } from '../../permitted-actions.ts'
import styles from './risk-card.module.css'
import { isSuspect, toneOf } from './tones.ts'

interface RiskCardProps {
  detail: MessageDetail
  /** Findings of the reader itself, in words. */
  more: readonly string[]
  onReport: () => void
  onDelete: () => void
}

/** All that speaks against a mail, in one place, and what to do about it. */
export function RiskCard({ detail, more, onReport, onDelete }: RiskCardProps) {
  const { t } = useTranslation('reader')
  const reasons = [
    ...detail.warnings
      .filter(({ kind }) => toneOf(kind) !== 'info')
      .map((one) => textOf(one, detail, t)),
    ...more,
  ]
  if (reasons.length === 0) return null
  const grave = isSuspect(detail)
  return (
    <section className={styles.card} data-grave={grave || undefined} role="alert">
      <p className={styles.title}>
        <Icon icon={iconWarning} size={18} />
        {t(grave ? 'risk.title' : 'risk.mildTitle')}
      </p>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {grave && (
        <div className={styles.actions}>
          <Allowed by={actionNeeds.spam}>
            <Button size="sm" kind="danger" icon={iconJunk} onClick={onReport}>
              {t('risk.report')}
            </Button>
          </Allowed>
          <Allowed by={actionNeeds.remove}>
            <Button size="sm" icon={iconTrash} onClick={onDelete}>
              {t('list:delete')}
            </Button>
          </Allowed>
        </div>
      )}
    </section>
  )
}

/** A warning in words; what a stranger wrote is made safe to stand in a line of ours. */
export function textOf(
  { kind, ...named }: SenderWarning,
  { mailFrom }: MessageDetail,
  t: Translate<'reader'>,
): string {
  const values = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, plainLine(value)]),
  )
  return t(`warnings.${kind}`, { ...values, sender: plainLine(mailFrom.address) })
}

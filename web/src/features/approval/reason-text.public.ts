import type { ApprovalReason } from '@hongyan/contract/approval-fields'
import { useTranslation } from '../../lib/i18n.ts'
import { formatSize } from '../../lib/sizes.ts'
import { madeKey } from '../../lib/text-keys.ts'

/** Why a mail is held, in words. */
export function useReasonText(): (reason: ApprovalReason) => string {
  const { t, language } = useTranslation('approval')
  return ({ kind, value, place }) => {
    const where = t(`place.${place}`)
    if (kind === 'pattern')
      return t('reason.pattern', { where, pattern: t(madeKey(`pattern.${value}`)) })
    if (kind === 'size') return t('reason.size', { size: formatSize(Number(value)) })
    if (kind === 'recipients') return t('reason.recipients', { count: Number(value) })
    if (kind === 'label' && value !== '') {
      const [zh = '', en = ''] = value.split('\n')
      return t('reason.label', { value: language === 'en' ? en : zh })
    }
    return t(madeKey(`reason.${kind}${value === '' ? 'Plain' : ''}`), { value, where })
  }
}

import type { ApprovalReason } from '@hongyan/contract/approval-fields'
import { useTranslation } from '../../lib/i18n.ts'
import { formatSize } from '../../lib/sizes.ts'
import { madeKey } from '../../lib/text-keys.ts'

/** Why a mail is held, in words. */
export function useReasonText(): (reason: ApprovalReason) => string {
  const { t, language } = useTranslation('approval')
  const named = (value: string): string => {
    const [zh = '', en = ''] = value.split('\n')
    return language === 'en' ? en : zh
  }
  return ({ kind, value, place }) => {
    const where = t(`place.${place}`)
    if (kind === 'pattern')
      return t('reason.pattern', { where, pattern: t(madeKey(`pattern.${value}`)) })
    if (kind === 'size') return t('reason.size', { size: formatSize(Number(value)) })
    if (kind === 'recipients') return t('reason.recipients', { count: Number(value) })
    if (kind === 'label' && value !== '')
      return t(place === 'file' ? 'reason.labelInside' : 'reason.label', { value: named(value) })
    return t(madeKey(`reason.${kind}${value === '' ? 'Plain' : ''}`), { value, where })
  }
}

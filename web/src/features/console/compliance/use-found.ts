import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'

interface Sums {
  people: number
  mails: number
  bytes: number
}

/** Mailboxes, mails and bytes in words. */
export function useFound(): (sums: Sums) => string {
  const { t } = useTranslation('console-retention')
  return ({ people, mails, bytes }) =>
    mails === 0
      ? t('nothing')
      : [t('people', { count: people }), t('mails', { count: mails }), formatSize(bytes)].join(
          t('between'),
        )
}

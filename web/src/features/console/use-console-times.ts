import { useTranslation } from '../../lib/i18n.ts'
import type { TimeFormat } from '../../ui/time-format.ts'
import { useDates } from './console-state.ts'

/** How the fields of dates and times write them for whoever is in. */
export function useConsoleTimes(): TimeFormat {
  const { zone = 8, hour12 = false, language } = useDates()
  const { t } = useTranslation('common')
  return {
    ...{ zone, hour12, language },
    words: {
      choose: (label) => t('chooseDay', { label }),
      clear: (label) => t('clearTime', { label }),
      incomplete: t('incompleteTime'),
    },
  }
}

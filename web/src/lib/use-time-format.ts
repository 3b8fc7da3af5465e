import { useMemo } from 'react'
import { useTranslation } from './i18n.ts'
import { useDateStyle } from './me.ts'
import { refuseOtherHtml } from './trusted.ts'

// What reads these fields out empties its lines by an empty text.
refuseOtherHtml()

/** How the fields of dates and times write them, and what their buttons are called. */
export function useTimeFormat() {
  const style = useDateStyle()
  const { t } = useTranslation('common')
  return useMemo(
    () => ({
      ...style,
      words: {
        choose: (label: string) => t('chooseDay', { label }),
        clear: (label: string) => t('clearTime', { label }),
        incomplete: t('incompleteTime'),
      },
    }),
    [style, t],
  )
}

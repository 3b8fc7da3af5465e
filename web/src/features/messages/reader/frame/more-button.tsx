import { useRef } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { useFocusStays } from '../../../../ui/use-focus-stays.ts'

/** Shows what of a long text was not laid out at once; after the last part it goes. */
export function MoreButton({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation('reader')
  const place = useRef<HTMLSpanElement>(null)
  useFocusStays(place)
  return (
    <span ref={place}>
      <Button size="sm" onClick={onMore}>
        {t('showRest')}
      </Button>
    </span>
  )
}

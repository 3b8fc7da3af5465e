import { useTranslation } from '../../../../../lib/i18n.ts'
import { Banner } from '../../../../../ui/banner.tsx'
import { Button } from '../../../../../ui/button.tsx'
import { iconImageOff } from '../../../../../ui/icons.ts'

interface AskedPicturesProps {
  /** So many are kept back. */
  count: number
  onShow: () => void
}

/** Pictures that take a tab's memory are only said to be there, with a way to see them all the same (T34). */
export function AskedPictures({ count, onShow }: AskedPicturesProps) {
  const { t } = useTranslation('reader')
  if (count === 0) return null
  return (
    <Banner
      tone="info"
      icon={iconImageOff}
      action={
        <Button size="sm" onClick={onShow}>
          {t('showGiants')}
        </Button>
      }
    >
      {t('giantPictures', { count })}
    </Banner>
  )
}

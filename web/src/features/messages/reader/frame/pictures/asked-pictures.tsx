import { useEffect } from 'react'
import { useTranslation } from '../../../../../lib/i18n.ts'
import { announce } from '../../../../../ui/announcer.tsx'
import { Banner } from '../../../../../ui/banner.tsx'
import { Button } from '../../../../../ui/button.tsx'
import { iconImageOff } from '../../../../../ui/icons-later.ts'

interface AskedPicturesProps {
  /** So many are kept back. */
  count: number
  onShow: () => void
}

/** In ms. */
const foundWithin = 500

/** Pictures that take a tab's memory are only said to be there, with a way to see them all the same (T34). */
export function AskedPictures({ count, onShow }: AskedPicturesProps) {
  const { t } = useTranslation('reader')
  const text = count === 0 ? '' : t('giantPictures', { count })
  useEffect(() => {
    if (text === '') return
    // They are found one after the other: only how many there are at last is said.
    const timer = setTimeout(() => announce(text), foundWithin)
    return () => clearTimeout(timer)
  }, [text])
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
      {text}
    </Banner>
  )
}

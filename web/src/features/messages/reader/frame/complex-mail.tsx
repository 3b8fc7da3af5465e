import { htmlToText } from '@hongyan/mime/html/html-text'
import { useMemo } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { LinkClick } from '../links/link-click.ts'
import { PlainText } from './plain-text.tsx'

interface ComplexMailProps {
  unsafeHtml: string
  onMailto: (href: string) => void
  onLink: (link: LinkClick) => void
  /** The person wants to see it as its sender made it. */
  onInsist: () => void
}

/** Characters of its text that are shown. */
const most = 500_000

/** A mail that would hold the page up for long: as text, said plainly, with a way to see it all the same (T31). */
export function ComplexMail({ unsafeHtml, onMailto, onLink, onInsist }: ComplexMailProps) {
  const { t } = useTranslation('reader')
  const text = useMemo(() => htmlToText(unsafeHtml, most), [unsafeHtml])
  return (
    <>
      <Banner
        tone="info"
        action={
          <Button size="sm" onClick={onInsist}>
            {t('showComplex')}
          </Button>
        }
      >
        {t('shownAsText')}
      </Banner>
      <PlainText key={text} text={text} onMailto={onMailto} onLink={onLink} />
    </>
  )
}

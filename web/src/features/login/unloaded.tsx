import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** What the page says when its libraries do not come; drawn by the build, since nobody else could draw it then (first-form.ts). */
export function Unloaded() {
  const { t } = useTranslation('login')
  return (
    <Banner tone="danger" action={<Button size="sm">{t('common:reload')}</Button>}>
      {t('unloaded')}
    </Banner>
  )
}

import { useTranslation } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QuietSky } from '../../ui/geese.tsx'

/** R3. */
export function NotFound() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  usePageTitle(`${t('notFoundTitle')} - ${t('product')}`)
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        isPage
        picture={<QuietSky />}
        title={t('notFoundTitle')}
        text={t('notFoundText')}
        action={
          <Button kind="primary" onClick={() => navigate('/')}>
            {t('toHome')}
          </Button>
        }
      />
    </main>
  )
}

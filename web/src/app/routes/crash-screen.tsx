import { useLayoutEffect } from 'react'
import { endFirstScreen } from '../../lib/first-screen.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A fault of the page itself; also when a part could not be loaded after an update of the server. */
export function CrashScreen() {
  const { t } = useTranslation()
  useLayoutEffect(endFirstScreen, [])
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        title={t('crashTitle')}
        text={t('crashText')}
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </main>
  )
}

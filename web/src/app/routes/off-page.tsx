import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { platformQuery } from '../../lib/me.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { isPhone } from '../../lib/phone.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QuietSky } from '../../ui/geese.tsx'
import type { OffName } from './off-routes.ts'

/** In the place of a screen whose feature is not there: says so plainly, and leads back. */
export function OffPage({ name }: { name: OffName }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <EmptyState
      isPage
      picture={<QuietSky />}
      title={t(`off.${name}`)}
      text={t('off.text')}
      action={<Button onClick={() => void navigate('/')}>{t('off.back')}</Button>}
    />
  )
}

/** The same as a page of its own, for people without a login; a phone is shown the way to the apps (ROUTES-07). */
export function PublicOffPage({ name }: { name: OffName }) {
  const { t } = useTranslation('shell')
  const apps = useQuery(platformQuery).data?.mailClient ?? ''
  usePageTitle(`${t(`off.${name}`)} - ${t('common:product')}`)
  if (name !== 'bigFile' || !isPhone()) {
    return (
      <main style={{ height: '100%' }}>
        <OffPage name={name} />
      </main>
    )
  }
  return (
    <main style={{ height: '100%' }}>
      <EmptyState
        isPage
        picture={<QuietSky />}
        title={t('off.bigFile')}
        text={t('off.onPhone')}
        action={
          apps !== '' && (
            <a href={apps} rel="noopener noreferrer">
              {t('client')}
            </a>
          )
        }
      />
    </main>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { platformQuery } from '../../lib/me.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Navigate } from '../../lib/router/navigate.tsx'
import { BrandMark } from '../../ui/brand-mark.tsx'
import styles from './smime.module.css'
import { SmimePage } from './smime-page.tsx'

/** The S/MIME page without a login (ROUTES-02, R8): a signature is verified; a key is not here. */
export function GuestSmimePage() {
  const { t } = useTranslation('smime')
  const { data } = useQuery(platformQuery)
  usePageTitle(`${t('shell:screens.smimeFile')} - ${t('common:product')}`)
  if (!data) return null
  if (data.smimeEnable !== 1) return <Navigate to="/404" />
  return (
    <main className={styles.guest}>
      <BrandMark size={32} />
      <SmimePage />
    </main>
  )
}

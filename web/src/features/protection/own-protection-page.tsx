import { useTranslation } from '../../lib/i18n.ts'
import { Page } from '../settings/form.public.tsx'
import { OwnHeld } from './own-held.tsx'
import { OwnSenders } from './own-senders.tsx'

/** What a person decides about mail that comes in, and what is held for the person. */
export function OwnProtectionPage() {
  const { t } = useTranslation('protection')
  return (
    <Page title={t('own.title')} text={t('own.text')}>
      <OwnHeld />
      <OwnSenders />
    </Page>
  )
}

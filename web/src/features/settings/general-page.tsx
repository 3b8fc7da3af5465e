import type { ComponentType } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Page } from './form.public.tsx'

/** General settings: sections of several features, in the order of web/src/app/routes/settings-pages.tsx. */
export function GeneralPage({ sections }: { sections: readonly ComponentType[] }) {
  const { t } = useTranslation('settings')
  return (
    <Page title={t('general')}>
      {sections.map((Part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a constant list
        <Part key={index} />
      ))}
    </Page>
  )
}

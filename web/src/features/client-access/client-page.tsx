import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Page } from '../settings/form.public.tsx'
import { AccessSection } from './access-section.tsx'
import { clientAccessQuery } from './client-access-query.ts'
import { CodeSection } from './code-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { StepsSection } from './steps-section.tsx'

/** /set/client: whether mail programs may come in, their code, and what is typed into them (CLIENTACCESS-09). */
export function ClientPage() {
  const { t } = useTranslation('client-access')
  const { data: state, error, refetch } = useQuery(clientAccessQuery)
  return (
    <Page title={t('title')} text={t('text')}>
      {state ? (
        <>
          <AccessSection state={state} />
          <CodeSection state={state} />
          <FieldsSection state={state} />
          <PhoneSection state={state} />
          <StepsSection />
        </>
      ) : error ? (
        <EmptyState
          title={error.message}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      ) : (
        <Spinner label={t('common:loading')} />
      )}
    </Page>
  )
}

import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Section } from '../settings/form.public.tsx'
import { PasswordChangeFields } from './password-change-fields.tsx'
import { policyQuery } from './password-query.ts'
import styles from './passwords.module.css'
import { usePasswordChange } from './use-password-change.ts'

/** /set/accountalias/1: the own password (SECURITY-01, SECURITY-09). */
export function ChangePasswordTab() {
  const { t } = useTranslation('passwords')
  const form = usePasswordChange(() => {
    toast({ kind: 'success', text: t('changed') })
    void queryClient.invalidateQueries({ queryKey: policyQuery.queryKey })
  })
  if (!form.policy) return null
  if (form.policy.elsewhere) return <KeptElsewhere page={form.policy.page} />
  return (
    <Section title={t('tab')} hint={t('others')}>
      <form className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
        <PasswordChangeFields form={form} />
        <Button kind="primary" type="submit" busy={form.busy}>
          {t('submit')}
        </Button>
      </form>
    </Section>
  )
}

/** The organisation's directory knows the password: where it is changed. */
function KeptElsewhere({ page }: { page: string }) {
  const { t } = useTranslation('passwords')
  return (
    <Section title={t('tab')} hint={t('elsewhere')}>
      {page === '' ? (
        <p>{t('elsewhereAsk')}</p>
      ) : (
        <a href={page} target="_blank" rel="noreferrer">
          {t('elsewherePage')}
        </a>
      )}
    </Section>
  )
}

import { domainsEndpoints as api, type ConsoleDomain } from '@hongyan/contract/console-domains'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import styles from './domains.module.css'

/** Who gets mail that reaches nobody, and the end of a domain. */
export function DomainSettings({ domain }: { domain: ConsoleDomain }) {
  const { t } = useTranslation('console-domains')
  const { name } = domain
  const [catchAll, setCatchAll] = useState(domain.catchAll)
  const saving = useSaving()
  const question = useQuestion()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.save(() => ask(api.changeDomain, { body: { name, catchAll } }))
  }
  return (
    <>
      <form className={console.form} onSubmit={submit}>
        <TextField
          label={t('catchAll.label')}
          hint={t('catchAll.hint')}
          type="email"
          spellCheck={false}
          maxLength={320}
          value={catchAll}
          error={saving.error}
          onChange={(event) => setCatchAll(event.target.value)}
        />
        <div className={console.actions}>
          <Button type="submit" disabled={catchAll === domain.catchAll}>
            {t('console:save')}
          </Button>
        </div>
      </form>
      <section className={styles.end} aria-label={t('remove.title')}>
        <h3>{t('remove.title')}</h3>
        <p className={styles.hint}>{t('remove.hint')}</p>
        <div className={console.actions}>
          <Button
            kind="danger"
            disabled={domain.addresses > 0}
            onClick={() =>
              question.put({
                title: t('remove.ask', { name }),
                text: t('remove.text'),
                confirm: t('remove.button'),
                work: () => ask(api.removeDomain, { body: { name } }),
              })
            }
          >
            {t('remove.button')}
          </Button>
        </div>
        {question.dialog}
      </section>
    </>
  )
}

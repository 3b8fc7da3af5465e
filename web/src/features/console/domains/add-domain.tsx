import { domainsEndpoints as api, type ConsoleDomain } from '@hongyan/contract/console-domains'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useSaving } from '../use-saving.ts'

interface AddDomainProps {
  domains: readonly ConsoleDomain[]
  /** @param made the new domain; '' for none */
  onClose: (made: string) => void
}

/** A new domain, or another name of one. */
export function AddDomain({ domains, onClose }: AddDomainProps) {
  const { t } = useTranslation('console-domains')
  const [name, setName] = useState('')
  const [aliasOf, setAliasOf] = useState('')
  const { error, save } = useSaving()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(async () => {
      await ask(api.addDomain, { body: { name, aliasOf: aliasOf || null } })
      onClose(name.trim().toLowerCase())
    })
  }
  const targets = domains.filter((one) => one.aliasOf === null)
  return (
    <Dialog title={t('add')} closeLabel={t('console:close')} onClose={() => onClose('')}>
      <form className={console.form} onSubmit={submit}>
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          data-autofocus
          spellCheck={false}
          autoCapitalize="off"
          maxLength={253}
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label={t('kind')}
          value={aliasOf}
          options={[
            { value: '', label: t('ownMailboxes') },
            ...targets.map((one) => ({
              value: one.name,
              label: t('aliasFor', { target: one.name }),
            })),
          ]}
          onChange={(event) => setAliasOf(event.target.value)}
        />
        <div className={console.actions}>
          <Button type="submit" kind="primary" disabled={name.trim() === ''}>
            {t('addIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { recovery } from '@hongyan/contract/recovery'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Row, RowToCome, Section } from '../settings/form.public.tsx'
import { BindDialog } from './bind-dialog.tsx'
import { emailProblem } from './email-problem.ts'
import { PasswordQuestion } from './password-question.public.tsx'

const addressQuery = queryOptions({
  queryKey: ['recovery-address'],
  queryFn: ({ signal }) => call(recovery.bound, {}, { signal }),
})
const refresh = () => void queryClient.invalidateQueries({ queryKey: addressQuery.queryKey })

/** The address outside to which a code for a forgotten password goes. */
export function RecoveryAddressSection() {
  const { t } = useTranslation('second')
  const { data, error } = useQuery(addressQuery)
  const [open, setOpen] = useState<'bind' | 'unbind' | null>(null)
  if (!data)
    // What is there stays when it cannot be had anew: a dialog may be open in it.
    return error ? null : (
      <Section title={t('mailTitle')} hint={t('mailHint')}>
        <RowToCome />
      </Section>
    )
  const close = () => {
    setOpen(null)
    refresh()
  }
  return (
    <Section title={t('mailTitle')} hint={t('mailHint')}>
      <Row label={data.address || t('mailNone')}>
        {() => (
          <>
            {data.address && <Button onClick={() => setOpen('unbind')}>{t('mailUnbind')}</Button>}
            <Button onClick={() => setOpen('bind')}>{t('mailBind')}</Button>
          </>
        )}
      </Row>
      {open === 'bind' && <BindAddressDialog onClose={close} />}
      {open === 'unbind' && (
        <PasswordQuestion
          onClose={close}
          answer={async (password) => void (await call(recovery.unbind, { body: { password } }))}
        />
      )}
    </Section>
  )
}

function BindAddressDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('second')
  const problem = (address: string): string | null => {
    const found = emailProblem(address)
    return found && t(found)
  }
  return (
    <BindDialog
      title={t('mailBind')}
      doneText={t('mailBound')}
      field={{
        label: t('mailAddress'),
        name: 'recovery-address',
        type: 'email',
        autoComplete: 'email',
        maxLength: 254,
      }}
      problem={problem}
      send={(address) => call(recovery.sendCode, { body: { address } })}
      bind={(address, given) => call(recovery.bind, { body: { address, ...given } })}
      onClose={onClose}
    />
  )
}

import { type OwnPasskey, passkeys } from '@hongyan/contract/passkeys'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LoginPasswordField } from '../passwords/login-password-field.public.tsx'
import { When } from '../records/records.public.ts'
import { PasswordQuestion } from '../second-step/password-question.public.tsx'
import { Row, RowToCome, Section } from '../settings/form.public.tsx'
import { addPasskey, hasPasskeys } from './ceremony.ts'
import styles from './passkeys.module.css'

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(passkeys.list, {}, { signal }),
})

interface PasskeysSectionProps {
  /** There are other keys than before: what hangs on them is asked anew. */
  onChange: () => void
  /** Whether the login asks for one after the password. */
  step: { on: boolean; onChange: () => void }
}

/** The own passkeys: add one, see when each was used, remove one (SECURITY-01). */
export function PasskeysSection({ onChange, step }: PasskeysSectionProps) {
  const { t } = useTranslation('passkeys')
  const { data, error } = useQuery(passkeysQuery)
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<OwnPasskey | null>(null)
  if (!data)
    // What is there stays when it cannot be had anew: a dialog may be open in it.
    return error ? null : (
      <Section title={t('title')} hint={t('hint')}>
        <RowToCome />
      </Section>
    )
  const isUsable = data.usable === 1 && hasPasskeys()
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    onChange()
  }
  return (
    <Section title={t('title')} hint={t(isUsable ? 'hint' : 'unusable')}>
      {data.list.length > 0 && (
        <ul>
          {data.list.map((one) => (
            <Passkey key={one.passkeyId} passkey={one} onRemove={() => setRemoved(one)} />
          ))}
        </ul>
      )}
      <Row label={data.list.length === 0 ? t('none') : t('another')}>
        {() => (
          <Button disabled={!isUsable} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </Row>
      {data.list.length > 0 && (
        <Row label={t('step')} hint={t('stepHint')}>
          {({ control }) => <Switch {...control} checked={step.on} onChange={step.onChange} />}
        </Row>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} onAdded={refresh} />}
      {removed && (
        <PasswordQuestion
          onClose={() => setRemoved(null)}
          answer={async (password) => {
            await call(passkeys.remove, { body: { passkeyId: removed.passkeyId, password } })
            await refresh()
          }}
        >
          <p>{t('removeQuestion', { name: removed.name })}</p>
        </PasswordQuestion>
      )}
    </Section>
  )
}

function Passkey({ passkey, onRemove }: { passkey: OwnPasskey; onRemove: () => void }) {
  const { t } = useTranslation('passkeys')
  const { name, createdTime, lastUsedTime, synced } = passkey
  return (
    <li className={styles.key}>
      <div className={styles.what}>
        <p className={styles.name}>
          <Isolated>{name}</Isolated> {synced === 1 && <Chip>{t('synced')}</Chip>}
        </p>
        <p className={styles.times}>
          {t('since')} <When time={createdTime} /> ·{' '}
          {lastUsedTime ? (
            <>
              {t('lastUse')} <When time={lastUsedTime} />
            </>
          ) : (
            t('unused')
          )}
        </p>
      </div>
      <Button aria-label={t('removeNamed', { name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  )
}

interface AddDialogProps {
  onClose: () => void
  onAdded: () => Promise<void>
}

/** A name and the login password; then the browser asks for the rest. */
function AddDialog({ onClose, onAdded }: AddDialogProps) {
  const { t } = useTranslation('passkeys')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { busy, error, attempt, setError } = useAttempt()
  const submit = () => {
    if (password === '') return setError(t('second:passwordNeeded'))
    void attempt(async () => {
      await addPasskey(name.trim() || t('firstName'), password)
      await onAdded()
      toast({ kind: 'success', text: t('added') })
      onClose()
    })
  }
  return (
    <FormDialog
      title={t('add')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('go') }}
      width={420}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{t('addText')}</p>
      <TextField
        label={t('name')}
        placeholder={t('firstName')}
        data-autofocus
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <LoginPasswordField value={password} error={error} onChange={setPassword} />
    </FormDialog>
  )
}

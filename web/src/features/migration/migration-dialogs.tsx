import { type Migration, migrations } from '@hongyan/contract/migration'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { refreshMigrations } from './migration-query.ts'
import { SourcePassword } from './source-password.tsx'

interface QuestionProps {
  migration: Migration
  onClose: () => void
}

/** The other mailbox refused its password: with another one the migration goes on. */
export function PasswordQuestion({ migration, onClose }: QuestionProps) {
  const { t } = useTranslation('migration')
  const [password, setPassword] = useState('')
  const { busy, error, attempt, setError } = useAttempt()
  const { migrationId, address } = migration
  const submit = async () => {
    if (password === '') return setError(t('passwordMissing'))
    const body = { migrationId, action: 'resume' as const, password }
    if (!(await attempt(() => call(migrations.update, { body })))) return
    onClose()
    await refreshMigrations()
  }
  return (
    <FormDialog
      title={t('deed.password')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('deed.resume') }}
      width={420}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p>{t('passwordText', { address })}</p>
      <SourcePassword
        data-autofocus
        value={password}
        error={error}
        onChange={(next) => {
          setPassword(next)
          setError(null)
        }}
      />
    </FormDialog>
  )
}

export function CancelQuestion({ migration, onClose }: QuestionProps) {
  const { t } = useTranslation('migration')
  const { busy, error, attempt } = useAttempt()
  const confirm = async () => {
    const body = { migrationId: migration.migrationId, action: 'cancel' as const }
    const done = await attempt(() => call(migrations.update, { body }))
    if (done) onClose()
    await refreshMigrations()
  }
  return (
    <ConfirmDialog
      title={t('deed.cancel')}
      words={{ close: t('common:close'), cancel: t('keep'), confirm: t('deed.cancel') }}
      danger
      busy={busy}
      error={error}
      width={420}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{t('cancelText')}</p>
    </ConfirmDialog>
  )
}

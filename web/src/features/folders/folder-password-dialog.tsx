import type { Folder } from '@hongyan/contract/folders'
import { limits } from '@hongyan/contract/limits'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordFields } from '../../ui/password-fields.tsx'
import { cancelPassword, changePassword, setPassword } from './folder-actions.ts'

type Kind = 'set-password' | 'change-password' | 'cancel-password'
type Typed = Record<'old' | 'next' | 'again', string>

/** Which fields a question has, and its title. */
const asked: Record<Kind, { fields: (keyof Typed)[]; title: string }> = {
  'set-password': { fields: ['next', 'again'], title: 'setPassword' },
  'change-password': { fields: ['old', 'next', 'again'], title: 'changePassword' },
  'cancel-password': { fields: ['old'], title: 'cancelPassword' },
}

interface PasswordDialogProps {
  kind: Kind
  folder: Folder
  onClose: () => void
}

/** Sets, changes or takes away the password of a folder (FOLDERS-08). */
export function PasswordDialog({ kind, folder, onClose }: PasswordDialogProps) {
  const { t } = useTranslation('folders')
  const [typed, setTyped] = useState<Typed>({ old: '', next: '', again: '' })
  const { busy, error, attempt, setError } = useAttempt()
  const { fields, title } = asked[kind]
  const onSubmit = () => {
    const problem = problemOf(typed, fields)
    if (problem) return setError(t(madeKey(problem)))
    void attempt(async () => {
      await save(kind, folder, typed)
      onClose()
    })
  }
  return (
    <FormDialog
      title={t(madeKey(title))}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      width={380}
      busy={busy}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <p>{t(madeKey(`${title}Text`), { name: folder.folderName })}</p>
      <PasswordFields
        fields={fields.map((name) => ({
          name,
          label: t(`passwordField.${name}`),
          autoComplete: name === 'old' ? 'off' : 'new-password',
        }))}
        words={{ show: t('showPassword'), hide: t('hidePassword') }}
        typed={typed}
        error={error}
        onChange={(name, value) => {
          setTyped({ ...typed, [name]: value })
          setError(null)
        }}
      />
    </FormDialog>
  )
}

/** Key of the first thing that is wrong, or null. */
function problemOf({ old, next, again }: Typed, fields: readonly (keyof Typed)[]): string | null {
  if (fields.includes('old') && old === '') return 'passwordNeeded'
  if (!fields.includes('next')) return null
  const length = [...next.normalize('NFC')].length
  if (length < limits.folderPasswordMin || length > limits.folderPasswordMax)
    return 'passwordLength'
  return next === again ? null : 'passwordsDiffer'
}

function save(kind: Kind, folder: Folder, { old, next }: Typed): Promise<void> {
  if (kind === 'set-password') return setPassword(folder, next)
  if (kind === 'cancel-password') return cancelPassword(folder, old)
  return changePassword(folder, { oldPassword: old, newPassword: next })
}

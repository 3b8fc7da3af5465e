import { limits } from '@hongyan/contract/limits'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { SearchParams } from '../messages/messages.public.ts'
import { saveSearch } from './saved-query.ts'

/** Keeps the search on screen under a name. */
export function SaveDialog({ params, onClose }: { params: SearchParams; onClose: () => void }) {
  const { t } = useTranslation('search')
  const [name, setName] = useState(params.searchKeyword.slice(0, limits.savedSearchName))
  const { busy, error, attempt, setError } = useAttempt()
  const onSubmit = () => {
    if (name.trim() === '') return setError(t('nameEmpty'))
    void attempt(async () => {
      await saveSearch(name.trim(), params)
      toast({ kind: 'success', text: t('savedAs', { name: name.trim() }) })
      onClose()
    })
  }
  return (
    <FormDialog
      title={t('save')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      busy={busy}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextField
        label={t('name')}
        data-autofocus
        value={name}
        maxLength={limits.savedSearchName}
        error={error}
        onChange={(event) => {
          setError(null)
          setName(event.target.value)
        }}
      />
    </FormDialog>
  )
}

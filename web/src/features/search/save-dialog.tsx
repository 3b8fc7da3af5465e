import { limits } from '@hongyan/contract/limits'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { SearchParams } from '../messages/messages.public.ts'
import { saveSearch } from './saved-query.ts'

/** Keeps the search on screen under a name. */
export function SaveDialog({ params, onClose }: { params: SearchParams; onClose: () => void }) {
  const { t } = useTranslation('search')
  const [name, setName] = useState(params.searchKeyword.slice(0, limits.savedSearchName))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const onSubmit = async () => {
    if (name.trim() === '') return setError(t('nameEmpty'))
    setBusy(true)
    try {
      await saveSearch(name.trim(), params)
      toast({ kind: 'success', text: t('savedAs', { name: name.trim() }) })
      onClose()
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('save')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void onSubmit()}
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

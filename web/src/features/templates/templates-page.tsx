import { limits } from '@hongyan/contract/limits'
import type { Template, TemplateItem } from '@hongyan/contract/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconDraft, iconPlus, iconTrash } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Page } from '../settings/form.public.tsx'
import { PapersSection } from './papers-section.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import styles from './templates.module.css'
import { loadTemplate, removeTemplate, templatesQuery } from './templates-query.ts'

/** /set/lettertemplate: letter templates and letter papers. */
export function TemplatesPage() {
  const { t } = useTranslation('templates')
  const { data, error, refetch } = useQuery(templatesQuery)
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const [removing, setRemoving] = useState<TemplateItem | null>(null)
  const open = (templateId: number) =>
    void attempt(async () => setEditing(await loadTemplate(templateId)))
  const add = (
    <Button
      kind="primary"
      icon={iconPlus}
      disabled={(data?.length ?? 0) >= limits.templates}
      onClick={() => setEditing('new')}
    >
      {t('add')}
    </Button>
  )
  const some = data !== undefined && data.length > 0
  return (
    <Page title={t('title')} text={t('text')} actions={some ? add : undefined}>
      {error && !data && (
        <EmptyState
          title={error.message}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      )}
      {!data && !error && <Skeleton height={72} />}
      {data?.length === 0 && (
        <EmptyState title={t('noneYet')} text={t('noneYetText')} action={add} />
      )}
      {some && (
        <ul className={styles.list}>
          {data.map((one) => (
            <li key={one.templateId} className={styles.card}>
              <div className={styles.words}>
                <h2 className={styles.name}>
                  <Isolated>{one.name}</Isolated>
                </h2>
                {one.subject !== '' && (
                  <p className={styles.line}>
                    <Isolated>{one.subject}</Isolated>
                  </p>
                )}
                <p className={styles.line}>{one.preview}</p>
              </div>
              <IconButton
                icon={iconDraft}
                label={t('editNamed', { name: one.name })}
                onClick={() => open(one.templateId)}
              />
              <IconButton
                icon={iconTrash}
                label={t('removeNamed', { name: one.name })}
                onClick={() => setRemoving(one)}
              />
            </li>
          ))}
        </ul>
      )}
      <PapersSection />
      {editing !== null && (
        <TemplateDialog
          template={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <Remove
          name={removing.name}
          onClose={() => setRemoving(null)}
          onYes={() => void attempt(() => removeTemplate(removing.templateId))}
        />
      )}
    </Page>
  )
}

interface RemoveProps {
  name: string
  onClose: () => void
  onYes: () => void
}

function Remove({ name, onClose, onYes }: RemoveProps) {
  const { t } = useTranslation('templates')
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        confirm: t('remove'),
      }}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        onYes()
      }}
    >
      {t('removeText', { name })}
    </ConfirmDialog>
  )
}

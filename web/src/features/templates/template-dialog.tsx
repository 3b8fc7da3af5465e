import { limits } from '@hongyan/contract/limits'
import type { Template } from '@hongyan/contract/templates'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconTag } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OwnTextDialog } from '../signatures/own-text-dialog.public.tsx'
import { PaperGrid } from './paper-menu.public.tsx'
import styles from './templates.module.css'
import { saveTemplate } from './templates-query.ts'
import { variableNames } from './variables.public.ts'

interface TemplateDialogProps {
  /** The one that is changed; null for a new one. */
  template: Template | null
  onClose: () => void
}

/** Makes or changes a letter template. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('templates')
  const [subject, setSubject] = useState(template?.subject ?? '')
  const [paperId, setPaperId] = useState(template?.paperId ?? '')
  const which = template ? { templateId: template.templateId } : {}
  return (
    <OwnTextDialog
      title={t(template ? 'edit' : 'add')}
      width={760}
      text={template}
      name={{ label: t('name'), maxLength: limits.templateName, missing: 'template.no-name' }}
      content={{
        label: t('content'),
        placeholder: t('placeholder', { variable: '{{recipient.name}}' }),
        hint: t('variablesHint'),
        least: 180,
      }}
      saveLabel={t('save')}
      onSave={(text) => saveTemplate({ ...which, ...text, subject, paperId })}
      onClose={onClose}
      head={({ touch }) => (
        <TextField
          label={t('subject')}
          value={subject}
          maxLength={limits.subject}
          onChange={(event) => {
            setSubject(event.target.value)
            touch()
          }}
        />
      )}
      tools={({ editor }) => (
        <VariableMenu onPick={(text) => editor.current?.run({ do: 'text', text })} />
      )}
      foot={({ touch }) => (
        <div>
          <p className={styles.label}>{t('paper')}</p>
          <div className={styles.paperField}>
            <PaperGrid
              paperId={paperId}
              onPick={(id) => {
                setPaperId(id)
                touch()
              }}
            />
          </div>
        </div>
      )}
    />
  )
}

function VariableMenu({ onPick }: { onPick: (text: string) => void }) {
  const { t } = useTranslation('templates')
  return (
    <Menu
      label={t('variables')}
      align="end"
      trigger={(props) => <IconButton {...props} icon={iconTag} label={t('variables')} size="sm" />}
      entries={variableNames.map((name) => ({
        id: name,
        label: t(madeKey(`variable.${name.replace('.', '-')}`)),
        hint: `{{${name}}}`,
        onSelect: () => onPick(`{{${name}}}`),
      }))}
    />
  )
}

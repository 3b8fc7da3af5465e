import { errorText } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import type { Template } from '@hongyan/contract/templates'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorHandle } from '../../editor/editor-api.ts'
import { currentLanguage } from '../../lib/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconTag } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSave } from '../settings/use-save.public.ts'
import { LetterEditor } from '../signatures/letter-editor.public.tsx'
import { useUnsaved } from '../signatures/unsaved.public.tsx'
import { PaperGrid } from './paper-menu.public.tsx'
import styles from './templates.module.css'
import { saveTemplate } from './templates-query.ts'
import { variableNames } from './variables.public.ts'

interface TemplateDialogProps {
  /** The one that is changed; null for a new one. */
  template: Template | null
  onClose: () => void
}

/** Makes or changes a letter template. What was typed stays until it is saved. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('templates')
  const editor = useRef<EditorHandle | null>(null)
  const [name, setName] = useState(template?.name ?? '')
  const [subject, setSubject] = useState(template?.subject ?? '')
  const [paperId, setPaperId] = useState(template?.paperId ?? '')
  const [uploading, setUploading] = useState(0)
  const [noName, setNoName] = useState(false)
  const save = useSave()
  const unsaved = useUnsaved(onClose)
  const submit = async () => {
    setNoName(name.trim() === '')
    if (name.trim() === '') return
    const content = editor.current?.getHtml() ?? ''
    const which = template ? { templateId: template.templateId } : {}
    if (await save.run(() => saveTemplate({ ...which, name, subject, content, paperId }))) onClose()
  }
  return (
    <Dialog
      title={t(template ? 'edit' : 'add')}
      closeLabel={t('common:close')}
      width={760}
      onClose={unsaved.close}
      footer={
        <>
          <Button onClick={unsaved.close}>{t('common:cancel')}</Button>
          <Button
            kind="primary"
            busy={save.saving}
            disabled={uploading > 0}
            onClick={() => void submit()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {unsaved.question}
        {save.error && <Banner tone="danger">{save.error}</Banner>}
        <TextField
          label={t('name')}
          value={name}
          maxLength={limits.templateName}
          data-autofocus
          error={noName ? errorText('template.no-name', currentLanguage()) : null}
          onChange={(event) => {
            setName(event.target.value)
            setNoName(false)
            unsaved.touch()
          }}
        />
        <TextField
          label={t('subject')}
          value={subject}
          maxLength={limits.subject}
          onChange={(event) => {
            setSubject(event.target.value)
            unsaved.touch()
          }}
        />
        <div>
          <p className={styles.label}>{t('content')}</p>
          <LetterEditor
            editor={editor}
            html={template?.content ?? ''}
            pictures={template?.pictures ?? []}
            label={t('content')}
            placeholder={t('placeholder', { variable: '{{recipient.name}}' })}
            least={180}
            onChange={() => {
              save.clear()
              unsaved.touch()
            }}
            onUploading={(by) => setUploading((count) => count + by)}
          >
            <VariableMenu onPick={(text) => editor.current?.run({ do: 'text', text })} />
          </LetterEditor>
          <p className={styles.hint}>{t('variablesHint')}</p>
        </div>
        <div>
          <p className={styles.label}>{t('paper')}</p>
          <div className={styles.paperField}>
            <PaperGrid paperId={paperId} onPick={setPaperId} />
          </div>
        </div>
      </div>
    </Dialog>
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
        label: t(`variable.${name.replace('.', '-')}`),
        hint: `{{${name}}}`,
        onSelect: () => onPick(`{{${name}}}`),
      }))}
    />
  )
}

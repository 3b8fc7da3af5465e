import { errorText } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import type { Paper } from '@hongyan/contract/templates'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconTrash } from '../../ui/icons.ts'
import { iconImage } from '../../ui/icons-later.ts'
import { toast } from '../../ui/toast-store.ts'
import { Section } from '../settings/form.public.tsx'
import { paperName } from './paper-look.ts'
import { PaperThumb } from './paper-menu.public.tsx'
import styles from './templates.module.css'
import { addPaper, papersQuery, removePaper } from './templates-query.ts'

/** The letter papers: ours, and pictures of one's own. */
export function PapersSection() {
  const { t } = useTranslation('templates')
  const { data = [] } = useQuery(papersQuery)
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<Paper | null>(null)
  const add = async (file: File) => {
    if (file.size > limits.picture) {
      toast({ kind: 'error', text: errorText('upload.picture-too-big', currentLanguage()) })
      return
    }
    setBusy(true)
    await attempt(() => addPaper(file))
    setBusy(false)
  }
  return (
    <Section title={t('papersTitle')} hint={t('papersHint')}>
      <ul className={styles.papers}>
        {data.map((one) => (
          <li key={one.paperId} className={styles.paper}>
            <PaperThumb paper={one} />
            <div className={styles.paperFoot}>
              <span>{paperName(one, t)}</span>
              {!one.isSystem && (
                <IconButton
                  icon={iconTrash}
                  label={t('removeNamed', { name: one.name })}
                  size="sm"
                  onClick={() => setRemoving(one)}
                />
              )}
            </div>
          </li>
        ))}
        <li className={styles.paper}>
          <Button icon={iconImage} busy={busy} onClick={() => chooser.current?.click()}>
            {t('addPaper')}
          </Button>
          <input
            ref={chooser}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            hidden
            data-testid="paper"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void add(file)
            }}
          />
        </li>
      </ul>
      {removing && (
        <ConfirmDialog
          title={t('removePaperTitle')}
          words={{
            close: t('common:close'),
            cancel: t('common:cancel'),
            confirm: t('remove'),
          }}
          danger
          onCancel={() => setRemoving(null)}
          onConfirm={() => {
            setRemoving(null)
            void attempt(() => removePaper(removing.paperId))
          }}
        >
          {t('removePaperText', { name: removing.name })}
        </ConfirmDialog>
      )}
    </Section>
  )
}

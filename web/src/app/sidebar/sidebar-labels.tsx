import { type Label, labels as labelsApi } from '@hongyan/contract/labels'
import { askFolder } from '../../features/folders/folder-dialog-store.ts'
import {
  LabelDot,
  updateLabel,
  useEnabledLabels,
  useLabels,
} from '../../features/labels/labels.public.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { useMay } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import type { Translate } from '../../lib/translate.ts'
import { attempt } from '../../lib/trouble.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconDraft, iconEyeOff, iconPlus, iconTrash } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menu.tsx'
import styles from './sidebar.module.css'
import { Entry } from './sidebar-entry.tsx'

/** Labels with their colours and unread mail. Mail cannot be dropped on them (SHELL-20). */
export function LabelSection() {
  const { t } = useTranslation('labels')
  const all = useLabels()
  const labels = useEnabledLabels()
  const mayChange = useMay()(labelsApi.save)
  if (all.length === 0) return null
  return (
    <div data-drop="none" data-fleeting>
      <div className={styles.headingLine}>
        <h2 className={styles.heading}>
          <Link to="/otherfolders2/list">{t('labels')}</Link>
        </h2>
        {mayChange && (
          <IconButton
            icon={iconPlus}
            size="sm"
            label={t('create')}
            onClick={() => askFolder({ kind: 'label', label: null })}
          />
        )}
      </div>
      <ul>
        {labels.map((label) => (
          <Entry
            key={label.labelId}
            to={`/otherfolders2/other2/${label.labelId}`}
            drop="none"
            icon={
              <span className={styles.dotBox}>
                <LabelDot color={label.color} />
              </span>
            }
            title={label.labelName}
            count={label.unread}
            bold={label.unread > 0}
            entries={mayChange ? entriesOf(label, t) : []}
          />
        ))}
      </ul>
    </div>
  )
}

const entriesOf = (label: Label, t: Translate<'labels'>): MenuEntry[] => [
  {
    id: 'edit',
    label: t('edit'),
    icon: iconDraft,
    onSelect: () => askFolder({ kind: 'label', label }),
  },
  {
    id: 'disable',
    label: t('disable'),
    icon: iconEyeOff,
    onSelect: () => void attempt(() => updateLabel(label, { state: 1 })),
  },
  {
    id: 'delete',
    label: t('delete'),
    icon: iconTrash,
    danger: true,
    onSelect: () => askFolder({ kind: 'delete-label', label }),
  },
]

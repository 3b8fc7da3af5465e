import type { Label } from '@hongyan/contract/labels'
import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router/link.tsx'
import { formatSize } from '../../lib/sizes.ts'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconDraft, iconPlus, iconSpark, iconTrash } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useHasSorting } from '../assistant/sorting/use-has-sorting.public.ts'
import { LabelDot, updateLabel, useLabels } from '../labels/labels.public.tsx'
import { askFolder } from './folder-dialog-store.ts'
import styles from './folder-table.module.css'

/** All labels with their counters and what can be done with them (LABELS-01). @param alone the whole screen */
export function LabelTable({ alone = false }: { alone?: boolean }) {
  const { t } = useTranslation('labels')
  const labels = useLabels()
  return (
    <section aria-label={t('labels')}>
      <div className={styles.tableTitle}>
        {alone ? <h1>{t('labels')}</h1> : <h2>{t('labels')}</h2>}
        <Button size="sm" icon={iconPlus} onClick={() => askFolder({ kind: 'label', label: null })}>
          {t('create')}
        </Button>
      </div>
      <div className={styles.tableWrap}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('labelName')}</th>
              <th scope="col" className={styles.number}>
                {t('folders:unreadCount')}
              </th>
              <th scope="col" className={styles.number}>
                {t('folders:mailCount')}
              </th>
              <th scope="col" className={`${styles.number} ${styles.optional}`}>
                {t('size')}
              </th>
              <th scope="col">{t('enabled')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('folders:actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {labels.map((label) => (
              <Row key={label.labelId} label={label} />
            ))}
          </tbody>
        </table>
        {labels.length === 0 && <p className={styles.emptyRow}>{t('noneYet')}</p>}
      </div>
    </section>
  )
}

function Row({ label }: { label: Label }) {
  const { t } = useTranslation('labels')
  const sorts = useHasSorting()
  const name = label.labelName
  const toggle = () => void attempt(() => updateLabel(label, { state: label.state === 0 ? 1 : 0 }))
  return (
    <tr>
      <td>
        <span className={styles.nameCell}>
          <LabelDot color={label.color} />
          <Link to={`/otherfolders2/other2/${label.labelId}`} title={name}>
            <Isolated>{name}</Isolated>
          </Link>
        </span>
      </td>
      <td className={styles.number}>{label.unread}</td>
      <td className={styles.number}>{label.mail}</td>
      <td className={`${styles.number} ${styles.optional}`}>{formatSize(label.spaceSize)}</td>
      <td>
        <Switch
          aria-label={t('enableNamed', { name })}
          checked={label.state === 0}
          onChange={toggle}
        />
      </td>
      <td className={styles.actionsCell}>
        {sorts && (
          <IconButton
            icon={iconSpark}
            size="sm"
            label={t('sortNamed', { name })}
            onClick={() => askFolder({ kind: 'sort', labelId: label.labelId, mailIds: [] })}
          />
        )}
        <IconButton
          icon={iconDraft}
          size="sm"
          label={t('editNamed', { name })}
          onClick={() => askFolder({ kind: 'label', label })}
        />
        <IconButton
          icon={iconTrash}
          size="sm"
          label={t('deleteNamed', { name })}
          onClick={() => askFolder({ kind: 'delete-label', label })}
        />
      </td>
    </tr>
  )
}

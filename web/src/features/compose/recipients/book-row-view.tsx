import { useTranslation } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconCheck, iconChevronDown, iconChevronRight, iconPeople } from '../../../ui/icons.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import type { BookRow, Mark } from './book-rows.ts'
import styles from './contact-picker.module.css'

interface BookRowViewProps {
  id: string
  row: BookRow
  isActive: boolean
  mark: Mark
  onOpen: (isOpen: boolean) => void
  onActivate: () => void
}

/** One line of the address book. */
export function BookRowView({ id, row, isActive, mark, onOpen, onActivate }: BookRowViewProps) {
  const opens = row.kind === 'root' || row.kind === 'department'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-expanded={opens ? row.node.isOpen : undefined}
      aria-selected={mark !== 'no'}
      aria-disabled={mark === 'there' || undefined}
      className={isActive ? styles.activeRow : styles.row}
      style={{ paddingInlineStart: 8 + (row.level - 1) * 20 }}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={onActivate}
    >
      {opens ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <span
          className={styles.twist}
          onClick={(event) => {
            event.stopPropagation()
            onOpen(!row.node.isOpen)
          }}
        >
          <Icon icon={row.node.isOpen ? iconChevronDown : iconChevronRight} size={16} />
        </span>
      ) : (
        <span className={styles.twist} />
      )}
      <RowFace row={row} />
      <Marked mark={mark} />
    </div>
  )
}

function RowFace({ row }: { row: BookRow }) {
  const { t } = useTranslation('compose')
  switch (row.kind) {
    case 'root':
      return (
        <>
          <span className={styles.rootName}>
            <Isolated>{row.name}</Isolated>
          </span>
          {row.total !== null && (
            <span className={styles.size}>{t('book.people', { count: row.total })}</span>
          )}
        </>
      )
    case 'department':
      return (
        <>
          <Icon icon={iconPeople} size={18} />
          <span className={styles.name}>
            <Isolated>{row.department.name}</Isolated>
            {row.level === 1 && row.department.path.length > 0 && (
              <span className={styles.detail}>{row.department.path.join(' / ')}</span>
            )}
          </span>
          <span className={styles.size}>{t('book.people', { count: row.department.people })}</span>
        </>
      )
    case 'person':
      return (
        <>
          <Avatar name={row.person.name} address={row.person.address} size={24} />
          <span className={styles.name}>
            <Isolated>{row.person.name || row.person.address}</Isolated>
            <span className={styles.detail}>
              <Isolated>
                {[row.person.name === '' ? '' : row.person.address, row.person.duties]
                  .filter(Boolean)
                  .join(' · ')}
              </Isolated>
            </span>
          </span>
        </>
      )
    case 'more':
      return <span className={styles.moreText}>{t(`book.${moreText(row.node.state)}`)}</span>
  }
}

const moreText = (state: string): 'loading' | 'again' | 'more' =>
  state === 'loading' ? 'loading' : state === 'failed' ? 'again' : 'more'

function Marked({ mark }: { mark: Mark }) {
  const { t } = useTranslation('compose')
  if (mark === 'there') return <span className={styles.size}>{t('book.there')}</span>
  return (
    <span className={styles.check}>{mark === 'chosen' && <Icon icon={iconCheck} size={16} />}</span>
  )
}

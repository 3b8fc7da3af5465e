import type { Paper } from '@hongyan/contract/templates'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router/link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconPaper } from '../../ui/icons-later.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Popover } from '../../ui/popover.tsx'
import { paperName, paperStyles } from './paper-look.ts'
import styles from './templates.module.css'
import { papersQuery } from './templates-query.ts'

interface PaperMenuProps {
  /** The paper of the mail; '' for none. */
  paperId: string
  onPick: (paperId: string) => void
}

/** Chooses the letter paper of a mail, by how it looks. */
export function PaperMenu({ paperId, onPick }: PaperMenuProps) {
  const { t } = useTranslation('templates')
  return (
    <Popover
      label={t('paper')}
      role="dialog"
      align="end"
      trigger={(props) => <IconButton {...props} icon={iconPaper} label={t('paper')} size="sm" />}
    >
      {(close) => (
        <div className={styles.panel}>
          <PaperGrid
            paperId={paperId}
            onPick={(next) => {
              close()
              onPick(next)
            }}
          />
          <Link to="/set/lettertemplate" className={styles.manage} onClick={close}>
            {t('manage')}
          </Link>
        </div>
      )}
    </Popover>
  )
}

/** All papers to choose from, and none. */
export function PaperGrid({ paperId, onPick }: PaperMenuProps) {
  const { t } = useTranslation('templates')
  const { data = [] } = useQuery(papersQuery)
  const none: Paper = { paperId: '', name: '', url: null, isSystem: true }
  return (
    <div className={styles.grid}>
      {[none, ...data].map((one) => {
        const name = one.paperId === '' ? t('noPaper') : paperName(one, t)
        return (
          <button
            key={one.paperId}
            type="button"
            className={styles.choice}
            aria-pressed={one.paperId === paperId}
            onClick={() => onPick(one.paperId)}
          >
            <PaperThumb paper={one} />
            <span className={styles.choiceName}>
              <Isolated>{name}</Isolated>
            </span>
          </button>
        )
      })}
    </div>
  )
}

/** A paper in small, with lines where text would be. */
export function PaperThumb({ paper }: { paper: Paper }) {
  const look = paperStyles(paper)
  return (
    <span className={styles.thumb} style={look?.page} aria-hidden="true">
      <span className={styles.thumbSheet} style={look?.sheet}>
        <span />
        <span />
        <span />
      </span>
    </span>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router/link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconTemplate } from '../../ui/icons-later.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Popover } from '../../ui/popover.tsx'
import styles from './templates.module.css'
import { templatesQuery } from './templates-query.ts'

export { takeTemplate, type UsedTemplate } from './templates-query.ts'

/** Chooses a letter template to be put into a mail. */
export function TemplateMenu({ onPick }: { onPick: (templateId: number) => void }) {
  const { t } = useTranslation('templates')
  return (
    <Popover
      label={t('template')}
      role="dialog"
      align="end"
      trigger={(props) => (
        <IconButton {...props} icon={iconTemplate} label={t('template')} size="sm" />
      )}
    >
      {(close) => (
        <div className={styles.panel}>
          <Choices
            onPick={(templateId) => {
              close()
              onPick(templateId)
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

function Choices({ onPick }: { onPick: (templateId: number) => void }) {
  const { t } = useTranslation('templates')
  const { data, error } = useQuery(templatesQuery)
  if (error && !data) return <p className={styles.nothing}>{error.message}</p>
  if (data?.length === 0) return <p className={styles.nothing}>{t('noneYet')}</p>
  return (
    <ul className={styles.choices}>
      {data?.map((one) => (
        <li key={one.templateId}>
          <button type="button" className={styles.template} onClick={() => onPick(one.templateId)}>
            <span className={styles.templateName}>
              <Isolated>{one.name}</Isolated>
            </span>
            {one.subject !== '' && (
              <span className={styles.templateSubject}>
                <Isolated>{one.subject}</Isolated>
              </span>
            )}
            <span className={styles.templatePreview}>{one.preview}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

import type { Reply } from '@hongyan/contract/endpoint'
import type { migrations } from '@hongyan/contract/migration'
import { useTranslation } from '../../lib/i18n.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { titleOf } from '../folders/folders.public.ts'
import styles from './migration.module.css'

export type Preview = Reply<typeof migrations.preview>

/** What would come, and where it would go. */
export function PreviewTable({ preview, byTime }: { preview: Preview; byTime: boolean }) {
  const { t } = useTranslation('migration')
  const { folders, total } = preview
  return (
    <div className={styles.preview}>
      <p role="status">{t(total === 0 ? 'preview.none' : 'preview.found', { count: total })}</p>
      {byTime && <p className={styles.hint}>{t('preview.inRange')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.table} tabIndex={0} aria-label={t('preview.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('preview.folder')}</th>
              <th scope="col">{t('preview.target')}</th>
              <th scope="col">{t('preview.count')}</th>
            </tr>
          </thead>
          <tbody>
            {folders.map(({ name, target, role, total: count }) => (
              <tr key={name}>
                <td>
                  <Isolated>{name}</Isolated>
                </td>
                <td>
                  <Isolated>{titleOf({ role: role as never, folderName: target }, t)}</Isolated>
                </td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

import { consoleContract as api } from '@hongyan/contract/console'
import type { LegalHold } from '@hongyan/contract/console-compliance'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'

const pageSize = 20

/** What a hold has kept, without its text. */
export function CopiesDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const { t } = useTranslation('console-compliance')
  const dates = useDates()
  const steps = useSteps<number>()
  const before = steps.from
  const query = { id: hold.id, pageSize, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.legalCopies, { query })
  const list = data?.list ?? []
  const withSubject = list.some(({ subject }) => subject !== null)
  return (
    <Dialog
      title={t('kept', { reason: hold.reason })}
      closeLabel={t('console:close')}
      width={860}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p className={styles.note}>{t('keptText')}</p>
        {error && <Banner tone="danger">{error.message}</Banner>}
        {data && list.length === 0 && <EmptyState title={t('noneKept')} />}
        {list.length > 0 && (
          <Scroller>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('mailbox')}</th>
                  <th scope="col">{t('from')}</th>
                  {withSubject && <th scope="col">{t('subject')}</th>}
                  <th scope="col">{t('received')}</th>
                  <th scope="col">{t('keptAt')}</th>
                  <th scope="col">{t('size')}</th>
                </tr>
              </thead>
              <tbody>
                {list.map((one) => (
                  <tr key={one.id}>
                    <td>
                      <Isolated>{one.address}</Isolated>
                    </td>
                    <td>
                      <Isolated>{one.fromAddress}</Isolated>
                    </td>
                    {withSubject && (
                      <td>
                        <Isolated>{one.subject ?? ''}</Isolated>
                      </td>
                    )}
                    <td>{fullTime(one.receivedAt, dates)}</td>
                    <td>{fullTime(one.keptAt, dates)}</td>
                    <td>{formatSize(one.size)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        )}
        <StepPager
          steps={steps}
          hasMore={list.length === pageSize}
          words={{ back: t('console:newer'), on: t('console:older') }}
          next={list.at(-1)?.id}
        />
      </div>
    </Dialog>
  )
}

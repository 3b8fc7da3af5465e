import { consoleContract as api } from '@hongyan/contract/console'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import { useQuestion } from '../use-question.tsx'
import own from './alarms.module.css'

/** Accounts from which nothing leaves until somebody lets it. */
export function HoldsTab() {
  const { t } = useTranslation('console-watch')
  const dates = useDates()
  const question = useQuestion()
  const { data, error } = useAsked(api.sendingHolds, {})
  const list = data?.list ?? []
  return (
    <div className={own.tab}>
      <p className={styles.note}>{t('holds.text')}</p>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('holds.none')} />}
      {list.length > 0 && (
        <Scroller>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('holds.who')}</th>
                <th scope="col">{t('holds.why')}</th>
                <th scope="col">{t('alarms.since')}</th>
                <th scope="col">{t('holds.acts')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ accountId, name, address, why, figure, since }) => (
                <tr key={accountId}>
                  <td>
                    <Isolated>{name}</Isolated>
                    <div className={styles.count}>
                      <Isolated>{address}</Isolated>
                    </div>
                  </td>
                  <td>{t(`holds.reasons.${why}`, { count: figure })}</td>
                  <td>{fullTime(since, dates)}</td>
                  <td>
                    <Button
                      size="sm"
                      onClick={() =>
                        question.put({
                          title: t('holds.releaseTitle', { address }),
                          text: t('holds.releaseText'),
                          confirm: t('holds.release'),
                          work: () => ask(api.releaseSending, { body: { accountId } }),
                        })
                      }
                    >
                      {t('holds.release')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {question.dialog}
    </div>
  )
}

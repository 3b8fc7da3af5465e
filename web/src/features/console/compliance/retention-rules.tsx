import type { RetentionRule } from '@hongyan/contract/console-retention'
import { retentionKinds } from '@hongyan/contract/retention-fields'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'
import own from './retention.module.css'
import { useFound } from './use-found.ts'

interface Acts {
  onTry: (rule: RetentionRule) => void
  onSwitch: (rule: RetentionRule) => void
  onChange: (rule: RetentionRule) => void
  onRemove: (rule: RetentionRule) => void
}

interface RulesProps {
  list: readonly RetentionRule[]
  /** Null for who may only look. */
  acts: Acts | null
}

/** Rules with whose mail goes, when, what stays, and what the last dry run found. */
export function RetentionRules({ list, acts }: RulesProps) {
  const { t } = useTranslation('console-retention')
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('rule')}</th>
            <th scope="col">{t('mail')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('trial')}</th>
            {acts && <th scope="col">{t('acts')}</th>}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id}>
              <td>
                <Isolated>{one.name}</Isolated>
                <Whom rule={one} />
              </td>
              <td className={own.narrow}>
                <Mail rule={one} />
              </td>
              <td className={own.narrow}>
                <State rule={one} />
              </td>
              <td>
                <Trial rule={one} />
              </td>
              {acts && (
                <td>
                  <RuleActs rule={one} acts={acts} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function Whom({ rule: { everybody, people, departments } }: { rule: RetentionRule }) {
  const { t } = useTranslation('console-retention')
  if (everybody) return <div className={styles.count}>{t('everybody')}</div>
  if (people.length + departments.length === 0)
    return <div className={styles.count}>{t('nobody')}</div>
  return (
    <>
      {people.map(({ accountId, name, address }) => (
        <div key={accountId} className={styles.count}>
          <Isolated>{name}</Isolated> <Isolated>{address}</Isolated>
        </div>
      ))}
      {departments.map(({ id, name }) => (
        <div key={id} className={styles.count}>
          <Isolated>{name}</Isolated> {t('console-compliance:withBelow')}
        </div>
      ))}
    </>
  )
}

function Mail({ rule: { kinds, days, keepStarred, keepLabel } }: { rule: RetentionRule }) {
  const { t } = useTranslation('console-retention')
  const all = kinds.length === retentionKinds.length
  return (
    <>
      {t('after', { count: days })}
      <div className={styles.count}>
        {all ? t('allKinds') : kinds.map((kind) => t(`kinds.${kind}`)).join(t('comma'))}
      </div>
      {keepStarred && <div className={styles.count}>{t('starredStays')}</div>}
      {keepLabel !== '' && (
        <div className={styles.count}>{t('labelStays', { label: keepLabel })}</div>
      )}
    </>
  )
}

function State({ rule: { activeSince, activeBy, runsFrom } }: { rule: RetentionRule }) {
  const { t } = useTranslation('console-retention')
  const dates = useDates()
  if (activeSince === null || runsFrom === null) return t('isOff')
  const waits = new Date(runsFrom) > new Date()
  return (
    <>
      {t('isOn')}
      <div className={styles.count}>
        {waits
          ? t('firstNight', { time: fullTime(runsFrom, dates) })
          : t('since', { time: fullTime(runsFrom, dates) })}
      </div>
      <div className={styles.count}>
        <Isolated>{activeBy}</Isolated>
      </div>
    </>
  )
}

function Trial({ rule: { trial } }: { rule: RetentionRule }) {
  const { t } = useTranslation('console-retention')
  const dates = useDates()
  const found = useFound()
  if (!trial) return t('untried')
  const { looked, mailboxes, oldest, at, endedAt } = trial
  if (endedAt === null) return <span role="status">{t('trying', { looked, mailboxes })}</span>
  return (
    <>
      {found(trial)}
      {oldest && (
        <div className={styles.count}>{t('oldest', { time: fullTime(oldest, dates) })}</div>
      )}
      <div className={styles.count}>{t('forNight', { time: fullTime(at, dates) })}</div>
    </>
  )
}

function RuleActs({ rule, acts }: { rule: RetentionRule; acts: Acts }) {
  const { t } = useTranslation('console-retention')
  const isOn = rule.activeSince !== null
  const isTried = rule.trial !== null && rule.trial.endedAt !== null
  const isTrying = rule.trial !== null && rule.trial.endedAt === null
  return (
    <div className={styles.inline}>
      <Button size="sm" disabled={isTrying} onClick={() => acts.onTry(rule)}>
        {t('try')}
      </Button>
      <Button size="sm" disabled={!isOn && !isTried} onClick={() => acts.onSwitch(rule)}>
        {isOn ? t('off') : t('on')}
      </Button>
      <Button size="sm" disabled={isOn} onClick={() => acts.onChange(rule)}>
        {t('change')}
      </Button>
      <Button size="sm" kind="danger" onClick={() => acts.onRemove(rule)}>
        {t('remove')}
      </Button>
    </div>
  )
}

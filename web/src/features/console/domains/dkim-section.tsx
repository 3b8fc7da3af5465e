import { domainsEndpoints as api, type ConsoleDomain } from '@hongyan/contract/console-domains'
import { useState } from 'react'
import { wholeDate } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { iconPlus } from '../../../ui/icons.ts'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useDates } from '../console-state.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import styles from './domains.module.css'

const tones = { new: 'accent', signing: 'ok', old: 'neutral' } as const

/** Keys that sign, will sign and have signed; a change goes step by step. */
export function DkimSection({ domain: { name, keys } }: { domain: ConsoleDomain }) {
  const { t } = useTranslation('console-domains')
  const { error, save } = useSaving()
  const waits = keys.some((one) => one.state === 'new')
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.hint}>{t('keys.hint')}</p>
        <Button
          icon={iconPlus}
          disabled={waits}
          onClick={() => save(() => ask(api.addDkimKey, { body: { name } }))}
        >
          {t('keys.add')}
        </Button>
      </div>
      {error && <Banner tone="danger">{error}</Banner>}
      <ul className={styles.records}>
        {keys.map((one) => (
          <Key key={one.selector} name={name} dkimKey={one} />
        ))}
      </ul>
    </>
  )
}

function Key({ name, dkimKey }: { name: string; dkimKey: ConsoleDomain['keys'][number] }) {
  const { t } = useTranslation('console-domains')
  const dates = useDates()
  const { error, save } = useSaving()
  const question = useQuestion()
  const [asking, setAsking] = useState(false)
  const { selector, state, createdAt } = dkimKey
  const sign = (anyway: boolean) =>
    save(async () => {
      await ask(api.signWithKey, { body: { name, selector, anyway } })
      setAsking(false)
    })
  return (
    <li className={styles.record}>
      <div className={styles.recordText}>
        <code>{`${selector}._domainkey.${name}`}</code>
        <p className={styles.hint}>
          {t(`keys.about.${state}`, { day: wholeDate(createdAt, dates) })}
        </p>
        {error && (
          <Banner
            tone="danger"
            action={
              state === 'signing' ? null : (
                <Button size="sm" onClick={() => setAsking(true)}>
                  {t('keys.anyway')}
                </Button>
              )
            }
          >
            {error}
          </Banner>
        )}
        {state !== 'signing' && (
          <div className={console.actions}>
            <Button size="sm" onClick={() => sign(false)}>
              {t('keys.sign')}
            </Button>
            <Button
              size="sm"
              kind="danger"
              onClick={() =>
                question.put({
                  title: t('keys.removeTitle', { selector }),
                  text: t('keys.removeText'),
                  confirm: t('keys.remove'),
                  work: () => ask(api.removeDkimKey, { body: { name, selector } }),
                })
              }
            >
              {t('keys.remove')}
            </Button>
          </div>
        )}
      </div>
      <Chip tone={tones[state]}>{t(`keys.states.${state}`)}</Chip>
      {question.dialog}
      {asking && (
        <ConfirmDialog
          title={t('keys.anyway')}
          words={{
            close: t('console:close'),
            cancel: t('common:cancel'),
            confirm: t('keys.anyway'),
          }}
          danger
          onCancel={() => setAsking(false)}
          onConfirm={() => sign(true)}
        >
          <p>{t('keys.anywayText')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

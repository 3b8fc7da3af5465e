import { limits } from '@hongyan/contract/limits'
import { lock as contract, type LockStatus } from '@hongyan/contract/lock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Row, Section } from '../settings/form.public.tsx'
import { saveWithUndo } from '../settings/undo.public.ts'
import { LockPasswordDialog, type LockPasswordKind } from './lock-password-dialog.tsx'
import { askToLock, lockStatusQuery } from './lock-state.public.ts'

const keep = (status: LockStatus) => queryClient.setQueryData(lockStatusQuery.queryKey, status)

interface Change {
  flag?: 0 | 1
  minutes?: (typeof limits.lockMinutes)[number]
}

const set = async (body: Change) => keep(await call(contract.set, { body }))

/** Changes at once, with a way back; when the server refuses, the old value stays and the reason is said. */
const change = (name: string, next: Change, before: Change) =>
  saveWithUndo({ name, save: () => set(next), restore: () => set(before) })

/** The lock screen's settings, tab four of account and security (SECURITY-01, SECURITY-24). */
export function LockSection() {
  const { t } = useTranslation('lock')
  const { data: status } = useQuery(lockStatusQuery)
  const [asked, setAsked] = useState<LockPasswordKind | null>(null)
  const [flag, chooseFlag] = useChosen(status?.flag ?? 0)
  const [minutes, chooseMinutes] = useChosen<number>(status?.minutes ?? 0)
  if (!status) return <Spinner label={t('common:loading')} />
  const has = status.haspass === 1
  return (
    <Section title={t('title')} hint={t('hint')}>
      <Row label={t('use')} hint={t('useHint')}>
        {({ control }) => (
          <Switch
            {...control}
            checked={flag === 1}
            onChange={({ target }) => {
              const next = target.checked ? 1 : 0
              chooseFlag(next, () => change(t('use'), { flag: next }, { flag: next === 1 ? 0 : 1 }))
            }}
          />
        )}
      </Row>
      <Row label={t('password')} hint={has ? t('passwordSet') : t('passwordNotSet')}>
        {() => (
          <>
            {has && <Button onClick={() => setAsked('remove')}>{t('removePassword')}</Button>}
            <Button
              kind={has ? 'secondary' : 'primary'}
              onClick={() => setAsked(has ? 'reset' : 'set')}
            >
              {has ? t('resetPassword') : t('setPassword')}
            </Button>
          </>
        )}
      </Row>
      <Row label={t('minutes')} hint={t('minutesHint')}>
        {() => (
          <Select
            label={t('minutes')}
            hideLabel
            value={String(minutes)}
            onChange={({ target }) => {
              const next = limits.lockMinutes.find((one) => String(one) === target.value)
              const before = limits.lockMinutes.find((one) => one === status.minutes) ?? 0
              if (next !== undefined)
                chooseMinutes(next, () =>
                  change(t('minutes'), { minutes: next }, { minutes: before }),
                )
            }}
            options={limits.lockMinutes.map((count) => ({
              value: String(count),
              label: count === 0 ? t('never') : t('afterMinutes', { count }),
            }))}
          />
        )}
      </Row>
      <Row label={t('byHand')} hint={t('byHandHint')}>
        {() => (
          <Button onClick={() => void askToLock()} disabled={!has || status.flag === 0}>
            {t('lockNow')}
          </Button>
        )}
      </Row>
      {asked && <LockPasswordDialog kind={asked} onDone={keep} onClose={() => setAsked(null)} />}
    </Section>
  )
}

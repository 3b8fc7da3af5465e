import { type ClientDevice, clientAccess, type DeviceStatus } from '@hongyan/contract/client-access'
import { clientName } from '@hongyan/contract/client-name'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { Link } from '../../lib/router/link.tsx'
import { madeKey } from '../../lib/text-keys.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast-store.ts'
import { When } from '../records/records.public.ts'
import { Page, Section } from '../settings/form.public.tsx'
import styles from './client-access.module.css'

const devicesQuery = queryOptions({
  queryKey: ['client-devices'],
  queryFn: ({ signal }) => call(clientAccess.devices, {}, { signal }),
  staleTime: 0,
})

type Deed = Exclude<DeviceStatus['status'], 'wipe'> | 'delete'

/** /set/device: what is in with the own mailbox, and the way out of there (CLIENTACCESS-09, -13). */
export function DevicePage() {
  const { t } = useTranslation('client-access')
  const { data, error, refetch } = useQuery(devicesQuery)
  const hasCodes = useSettings()?.clientSwitch !== 0
  const [asked, setAsked] = useState<{ device: ClientDevice; deed: Deed } | null>(null)
  const parts = (['program', 'browser'] as const).map((kind) => ({
    kind,
    list: data?.list.filter((one) => one.kind === kind) ?? [],
  }))
  return (
    <Page
      title={t('devices.title')}
      text={t('devices.text')}
      actions={hasCodes && <Link to="/set/client">{t('devices.toCode')}</Link>}
    >
      {!data && error && (
        <EmptyState
          title={error.message}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      )}
      {!data && !error && <Spinner label={t('common:loading')} />}
      {data &&
        parts.map(({ kind, list }) => (
          <Section key={kind} title={t(`devices.${kind}.title`)} hint={t(`devices.${kind}.hint`)}>
            <ul className={styles.devices}>
              {list.map((device) => (
                <Device
                  key={device.deviceId}
                  device={device}
                  onAsk={(deed) => setAsked({ device, deed })}
                />
              ))}
              {list.length === 0 && <li>{t('devices.none')}</li>}
            </ul>
          </Section>
        ))}
      {asked && <Question {...asked} onClose={() => setAsked(null)} />}
    </Page>
  )
}

/** What it is called on the screen. */
function useNameOf() {
  const { t } = useTranslation('client-access')
  return ({ kind, name, protocols }: ClientDevice): string => {
    if (name === '') return t('devices.unnamed', { protocols: protocols.join(' ').toUpperCase() })
    return kind === 'browser' ? clientName(name) : name
  }
}

const deedsOf = ({ kind, status, current }: ClientDevice): readonly Deed[] => {
  if (kind === 'browser') return current === 1 ? [] : ['offline']
  if (status === 'unbound') return ['registered', 'delete']
  return status === 'offline' ? ['unbound', 'delete'] : ['offline', 'unbound', 'delete']
}

function Device({ device, onAsk }: { device: ClientDevice; onAsk: (deed: Deed) => void }) {
  const { t } = useTranslation('client-access')
  const name = useNameOf()(device)
  const { kind, status } = device
  return (
    <li>
      <div className={styles.what}>
        <p className={styles.name}>
          <Isolated>{name}</Isolated>
          {device.current === 1 && <Chip>{t('session:this')}</Chip>}
          {kind === 'program' && (
            <Chip tone={status === 'unbound' ? 'danger' : 'neutral'}>
              {t(`devices.status.${status}`)}
            </Chip>
          )}
        </p>
        <p className={styles.times}>
          {device.ip} · {t('devices.since')} <When time={device.registeredTime} /> ·{' '}
          {t('devices.last')} <When time={device.lastTime} />
        </p>
      </div>
      <div className={styles.deeds}>
        {deedsOf(device).map((deed) => (
          <Button
            key={deed}
            aria-label={t('devices.deedNamed', {
              deed: t(madeKey(`devices.${kind}.${deed}`)),
              name,
            })}
            onClick={() => onAsk(deed)}
          >
            {t(madeKey(`devices.${kind}.${deed}`))}
          </Button>
        ))}
      </div>
    </li>
  )
}

interface QuestionProps {
  device: ClientDevice
  deed: Deed
  onClose: () => void
}

/** Each is asked first: somebody may be at work there. */
function Question({ device, deed, onClose }: QuestionProps) {
  const { t } = useTranslation('client-access')
  const { busy, error, attempt } = useAttempt()
  const name = useNameOf()(device)
  const { deviceId, kind } = device
  const work = async () => {
    if (deed === 'delete') await call(clientAccess.removeDevice, { query: { deviceId } })
    else await call(clientAccess.updateStatus, { body: { deviceId, status: deed } })
    await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    toast({ kind: 'success', topic: 'setting', text: t('devices.done') })
  }
  const confirm = async () => {
    if (await attempt(work)) onClose()
  }
  return (
    <ConfirmDialog
      title={t(madeKey(`devices.${kind}.${deed}`))}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        confirm: t(madeKey(`devices.${kind}.${deed}`)),
      }}
      danger={deed !== 'registered'}
      busy={busy}
      error={error}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{t(madeKey(`devices.${kind}.${deed}Text`), { name })}</p>
    </ConfirmDialog>
  )
}

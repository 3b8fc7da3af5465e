import { clientName } from '@hongyan/contract/client-name'
import { session as contract, type OwnLogin } from '@hongyan/contract/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { When } from '../records/records.public.ts'
import { Section } from '../settings/form.public.tsx'
import styles from './session.module.css'

const loginsQuery = queryOptions({
  queryKey: ['logins'],
  queryFn: ({ signal }) => call(contract.logins, {}, { signal }),
  staleTime: 0,
})

/** Where somebody is signed in, and the way out of there (tab five of account and security). */
export function LoginsSection() {
  const { t } = useTranslation('session')
  const { data } = useQuery(loginsQuery)
  const [asked, setAsked] = useState<OwnLogin | 'others' | null>(null)
  if (!data) return <Spinner label={t('common:loading')} />
  const { list } = data
  return (
    <Section title={t('title')} hint={t('hint')}>
      <ul className={styles.logins}>
        {list.map((one) => (
          <Login key={one.sessionId} login={one} onEnd={() => setAsked(one)} />
        ))}
      </ul>
      {list.length > 1 && (
        <div className={styles.foot}>
          <Button onClick={() => setAsked('others')}>{t('endOthers')}</Button>
        </div>
      )}
      {asked && <EndQuestion asked={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

function Login({ login, onEnd }: { login: OwnLogin; onEnd: () => void }) {
  const { t } = useTranslation('session')
  const isThis = login.current === 1
  return (
    <li className={styles.login}>
      <div className={styles.what}>
        <p className={styles.program}>
          <span className={styles.name} title={login.client}>
            <Isolated>{clientName(login.client)}</Isolated>
          </span>
          {isThis && <Chip>{t('this')}</Chip>}
          {login.locked === 1 && <Chip>{t('locked')}</Chip>}
        </p>
        <p className={styles.times}>
          {login.ip} · {t('since')} <When time={login.createdTime} /> · {t('lastUse')}{' '}
          <When time={login.lastUsedTime} />
        </p>
      </div>
      {!isThis && <Button onClick={onEnd}>{t('end')}</Button>}
    </li>
  )
}

/** What is not saved there is lost: asked first. */
function EndQuestion({ asked, onClose }: { asked: OwnLogin | 'others'; onClose: () => void }) {
  const { t } = useTranslation('session')
  const { busy, error, attempt } = useAttempt()
  const end = () =>
    attempt(async () => {
      if (asked === 'others') await call(contract.endOthers, { body: {} })
      else await call(contract.endLogin, { body: { sessionId: asked.sessionId } })
      await queryClient.invalidateQueries({ queryKey: loginsQuery.queryKey })
      onClose()
    })
  return (
    <ConfirmDialog
      title={asked === 'others' ? t('endOthers') : t('end')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), confirm: t('end') }}
      danger
      busy={busy}
      error={error}
      onCancel={onClose}
      onConfirm={() => void end()}
    >
      <p>{asked === 'others' ? t('endOthersText') : t('endText')}</p>
    </ConfirmDialog>
  )
}

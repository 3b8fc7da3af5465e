import { consoleContract as api } from '@hongyan/contract/console'
import { type SignIn, signInResults } from '@hongyan/contract/console-sign-ins'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../console.module.css'
import { StepPager, useSteps } from '../pager.tsx'
import { useAsked } from '../use-asked.ts'
import { SignInTimeline } from './sign-in-timeline.tsx'

const pageSize = 50

/** Who signed in, from where and with what. */
export function SignInsPage() {
  const { t } = useTranslation('console-watch')
  const [person, setPerson] = useState('')
  const [ip, setIp] = useState('')
  const [result, setResult] = useState<SignIn['result'] | ''>('')
  const steps = useSteps<string>()
  const after = steps.from
  const query = {
    ...{ person, ip, pageSize },
    ...(result !== '' && { result }),
    ...(after !== undefined && { after }),
  }
  const { data, error } = useAsked(api.signIns, { query })
  const list = data?.list ?? []
  const wanted =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      steps.begin()
    }
  return (
    <>
      <h1 className={styles.title}>{t('console:pages.signIns')}</h1>
      <div className={styles.tools}>
        <TextField
          type="search"
          label={t('signIns.person')}
          value={person}
          onChange={(event) => wanted(setPerson)(event.target.value)}
        />
        <TextField
          label={t('signIns.ip')}
          value={ip}
          autoComplete="off"
          onChange={(event) => wanted(setIp)(event.target.value)}
        />
        <Select
          label={t('signIns.result')}
          value={result}
          options={[
            { value: '', label: t('signIns.all') },
            ...signInResults.map((one) => ({ value: one, label: t(`signIns.results.${one}`) })),
          ]}
          onChange={(event) => wanted(setResult)(event.target.value as SignIn['result'] | '')}
        />
      </div>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('signIns.none')} />}
      {list.length > 0 && <SignInTimeline list={list} onPickIp={wanted(setIp)} />}
      <StepPager
        steps={steps}
        hasMore={Boolean(data?.cursor)}
        words={{ back: t('console:newer'), on: t('console:older') }}
        next={data?.cursor ?? undefined}
      />
    </>
  )
}

import { consoleContract as api, type ConsolePerson } from '@hongyan/contract/console'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ask } from './ask.ts'
import styles from './console.module.css'
import type { Account } from './person-account.tsx'
import { useAsked } from './use-asked.ts'
import { useSaving } from './use-saving.ts'

interface Props {
  person: ConsolePerson
  account: Account
}

/** Deletes somebody: to whom the mail goes, and how far that is. */
export function DeletePart(props: Props) {
  const { deletion } = props.account
  const isUnderWay = deletion !== null && deletion.state !== 'stopped' && deletion.state !== 'done'
  return isUnderWay ? <Progress {...props} deletion={deletion} /> : <DeleteForm {...props} />
}

function Progress({ person, deletion }: Props & { deletion: NonNullable<Account['deletion']> }) {
  const { t } = useTranslation('console')
  const { error, save } = useSaving()
  const { accountId } = person
  const { state, handed, total, heir } = deletion
  const again = { accountId, heirId: null, addressesTo: 'nobody' as const }
  return (
    <section className={styles.form} aria-label={t('delete.title')}>
      {error && <Banner tone="danger">{error}</Banner>}
      {state === 'full' && <Banner tone="warn">{t('delete.full', { heir })}</Banner>}
      <label className={styles.form}>
        {t(state === 'erasing' ? 'delete.erasing' : 'delete.handing', { handed, total, heir })}
        <progress className={styles.progress} max={Math.max(total, 1)} value={handed} />
      </label>
      {state !== 'erasing' && (
        <div className={styles.actions}>
          {state === 'full' && (
            <Button onClick={() => save(() => ask(api.deletePerson, { body: again }))}>
              {t('delete.goOn')}
            </Button>
          )}
          <Button onClick={() => save(() => ask(api.keepPerson, { body: { accountId } }))}>
            {t('delete.stop')}
          </Button>
        </div>
      )}
    </section>
  )
}

function DeleteForm({ person }: Props) {
  const { t } = useTranslation('console')
  const { error, save } = useSaving()
  const [heirId, setHeirId] = useState('')
  const [passes, setPasses] = useState(true)
  const [sure, setSure] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const heir = heirId === '' ? null : Number(heirId)
    const body = {
      accountId: person.accountId,
      heirId: heir,
      addressesTo: passes && heir !== null ? ('heir' as const) : ('nobody' as const),
    }
    save(() => ask(api.deletePerson, { body }))
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('delete.title')}>
      <p className={styles.note}>{t('delete.text')}</p>
      <HeirField but={person.accountId} value={heirId} error={error} onPick={setHeirId} />
      <Checkbox
        checked={passes && heirId !== ''}
        disabled={heirId === ''}
        onChange={(event) => setPasses(event.target.checked)}
      >
        {t('delete.passes')}
      </Checkbox>
      <Checkbox checked={sure} onChange={(event) => setSure(event.target.checked)}>
        {t(heirId === '' ? 'delete.sureErase' : 'delete.sure', { name: person.name })}
      </Checkbox>
      <div className={styles.actions}>
        <Button type="submit" kind="danger" disabled={!sure}>
          {t('delete.do')}
        </Button>
      </div>
    </form>
  )
}

interface HeirFieldProps {
  but: number
  value: string
  error: string | null
  onPick: (id: string) => void
}

/** Somebody who is active, found by name or address. */
function HeirField({ but, value, error, onPick }: HeirFieldProps) {
  const { t } = useTranslation('console')
  const [keyword, setKeyword] = useState('')
  const query = { keyword, state: 'active' as const, pageNum: 1, pageSize: 20 }
  const { data } = useAsked(api.people, { query })
  const found = (data?.list ?? []).filter(({ accountId }) => accountId !== but)
  return (
    <div className={styles.grid}>
      <TextField
        type="search"
        label={t('delete.find')}
        value={keyword}
        onChange={(event) => {
          setKeyword(event.target.value)
          onPick('')
        }}
      />
      <Select
        label={t('delete.heir')}
        value={value}
        error={error}
        options={[
          { value: '', label: t('delete.nobody') },
          ...found.map(({ accountId, name, address }) => ({
            value: String(accountId),
            label: `${name} ${address}`,
          })),
        ]}
        onChange={(event) => onPick(event.target.value)}
      />
    </div>
  )
}

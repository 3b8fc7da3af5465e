import { consoleContract as api, type ConsolePerson } from '@hongyan/contract/console'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import type { Account } from './person-account.tsx'

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

/** Instead of an heir's id: nobody gets the mail. */
const nobody = 'nobody'

function DeleteForm({ person }: Props) {
  const { t } = useTranslation('console')
  const { error, save } = useSaving()
  const [keyword, setKeyword] = useState('')
  // Null until something is picked: then it is whom the search found, if that is one.
  const [picked, setPicked] = useState<string | null>(null)
  const [passes, setPasses] = useState(true)
  const [sure, setSure] = useState(false)
  const { heirs, only } = useHeirs(person.accountId, keyword)
  const choice = picked ?? String(only?.accountId ?? '')
  const hasHeir = choice !== '' && choice !== nobody
  const pick = (wanted: string | null) => {
    setPicked(wanted)
    // What is agreed to has changed.
    setSure(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      accountId: person.accountId,
      heirId: hasHeir ? Number(choice) : null,
      addressesTo: passes && hasHeir ? ('heir' as const) : ('nobody' as const),
    }
    save(() => ask(api.deletePerson, { body }))
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('delete.title')}>
      <p className={styles.note}>{t('delete.text')}</p>
      <div className={styles.grid}>
        <TextField
          type="search"
          label={t('delete.find')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value)
            pick(null)
          }}
        />
        <Select
          label={t('delete.heir')}
          value={choice}
          error={error}
          options={[
            { value: '', label: t('delete.choose') },
            ...heirs.map(({ accountId, name, address }) => ({
              value: String(accountId),
              label: `${name} ${address}`,
            })),
            { value: nobody, label: t('delete.nobody') },
          ]}
          onChange={(event) => pick(event.target.value)}
        />
      </div>
      <p className={styles.note} role="status">
        {picked === null && only && t('delete.only', { name: only.name })}
      </p>
      <Checkbox
        checked={passes && hasHeir}
        disabled={!hasHeir}
        onChange={(event) => setPasses(event.target.checked)}
      >
        {t('delete.passes')}
      </Checkbox>
      <Checkbox
        checked={sure && choice !== ''}
        disabled={choice === ''}
        onChange={(event) => setSure(event.target.checked)}
      >
        {t(choice === nobody ? 'delete.sureErase' : 'delete.sure', { name: person.name })}
      </Checkbox>
      <div className={styles.actions}>
        <Button type="submit" kind="danger" disabled={!sure || choice === ''}>
          {t('delete.do')}
        </Button>
      </div>
    </form>
  )
}

/** Who is active, found by name or address, and the one who is the only one found. */
function useHeirs(but: number, keyword: string) {
  const query = { keyword, state: 'active' as const, pageNum: 1, pageSize: 20 }
  const { data, isPlaceholderData } = useAsked(api.people, { query })
  const heirs = (data?.list ?? []).filter(({ accountId }) => accountId !== but)
  const isFound = keyword.trim() !== '' && !isPlaceholderData && heirs.length === 1
  return { heirs, only: isFound ? heirs[0] : undefined }
}

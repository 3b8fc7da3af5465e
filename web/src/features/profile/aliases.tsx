import { profile as contract } from '@hongyan/contract/profile'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { focusIfLost } from '../../lib/focus-if-lost.ts'
import { translate, useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useRowFocus } from '../../lib/use-row-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Row, Section } from '../settings/form.public.tsx'
import { offerUndo, saveWithUndo } from '../settings/undo.public.ts'
import styles from './profile.module.css'
import { type Profile, profileQuery } from './profile-query.ts'

const save = async (alias: string) => {
  await call(contract.saveAlias, { body: { alias } })
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
}

const remove = async (alias: string) => {
  await call(contract.deleteAlias, { body: { alias } })
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
}

const removeWithUndo = (alias: string) =>
  saveWithUndo({
    name: alias,
    said: {
      done: translate('profile:aliasRemoved', { alias }),
      back: translate('profile:aliasRestored', { alias }),
    },
    save: () => remove(alias),
    restore: () => save(alias),
  })

/** Further addresses of a person: those of the administrator, and where it is switched on, own ones. */
export function Aliases({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const { aliases, aliasEnable, maxAliases, domains } = profile
  const { list, following } = useRowFocus<HTMLDivElement>()
  if (aliasEnable !== 1 && aliases.length === 0) return null
  const own = aliases.filter((one) => one.own === 1).length
  return (
    <Section title={t('aliases')} hint={t('aliasesHint', { max: maxAliases })}>
      <div ref={list} className={styles.aliases} {...following}>
        {aliases.map((one) => (
          <div key={one.alias} className={styles.alias}>
            <Isolated>{one.alias}</Isolated>
            {one.own === 1 ? (
              <Button
                size="sm"
                kind="quiet"
                aria-label={t('removeAlias', { alias: one.alias })}
                onClick={() => void removeWithUndo(one.alias)}
              >
                {t('remove')}
              </Button>
            ) : (
              <span className={styles.given}>{t('givenAlias')}</span>
            )}
          </div>
        ))}
      </div>
      {aliasEnable === 1 && own < maxAliases && <NewAlias domains={domains} />}
    </Section>
  )
}

function NewAlias({ domains }: { domains: string[] }) {
  const { t } = useTranslation('profile')
  const [typed, setTyped] = useState('')
  const [domain, setDomain] = useState(domains[0] ?? '')
  const { busy, error, attempt } = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const alias = `${typed.trim()}@${domain}`
    if (!(await attempt(() => save(alias)))) return
    setTyped('')
    focusIfLost(form.current?.querySelector('input'))
    offerUndo({
      name: alias,
      said: { done: t('aliasAdded', { alias }), back: t('aliasRemoved', { alias }) },
      restore: () => remove(alias),
    })
  }
  return (
    <Row label={t('newAlias')} stacked>
      {({ control }) => (
        <form
          ref={form}
          className={styles.newAlias}
          onSubmit={(event) => void onSubmit(event)}
          noValidate
        >
          <TextField
            {...control}
            label={t('newAlias')}
            hideLabel
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={typed}
            error={error}
            onChange={(event) => setTyped(event.target.value)}
          />
          {domains.length > 1 ? (
            <Select
              label={t('aliasDomain')}
              hideLabel
              value={domain}
              onChange={(event) => setDomain(event.target.value)}
              options={domains.map((value) => ({ value, label: `@${value}` }))}
            />
          ) : (
            <span className={styles.domain}>@{domain}</span>
          )}
          <Button type="submit" busy={busy} disabled={typed.trim() === ''}>
            {t('add')}
          </Button>
        </form>
      )}
    </Row>
  )
}

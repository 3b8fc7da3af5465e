import { limits } from '@hongyan/contract/limits'
import { profile as contract } from '@hongyan/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { focusIfLost } from '../../lib/focus-if-lost.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { userQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Row, Section } from '../settings/form.public.tsx'
import { offerUndo, saveWithUndo } from '../settings/undo.public.ts'
import { Aliases } from './aliases.tsx'
import styles from './profile.module.css'
import { type Profile, profileQuery } from './profile-query.ts'

/** /set/accountalias/3: what a person says of oneself, and under which names and addresses one writes (SECURITY-11, SETTINGS-10). */
export function ProfileTab() {
  const { t } = useTranslation('profile')
  const { data } = useQuery(profileQuery)
  if (!data) return <Spinner label={t('common:loading')} />
  return (
    <>
      <Section title={t('tab')}>
        <OneLine
          label={t('nickname')}
          hint={t('nicknameHint', { name: data.name })}
          saved={data.nickname}
          most={limits.nickname}
          save={saveNickname}
        />
        <GenderRow saved={data.gender} />
        <OneLine
          label={t('duties')}
          saved={data.duties}
          most={limits.duties}
          save={(duties) => call(contract.updateDetails, { body: { duties } })}
        />
      </Section>
      <Aliases profile={data} />
    </>
  )
}

const saveNickname = (nickname: string) =>
  nickname.trim() === ''
    ? call(contract.deleteNickname, { body: {} })
    : call(contract.saveNickname, { body: { nickname } })

const refresh = async () => {
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
  void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
}

interface OneLineProps {
  label: string
  hint?: string
  saved: string
  most: number
  save: (text: string) => Promise<unknown>
}

/** A text that is saved by its button or by Enter; what was typed stays when it is refused. */
function OneLine({ label, hint, saved, most, save }: OneLineProps) {
  const { t } = useTranslation('profile')
  const [typed, setTyped] = useState(saved)
  useEffect(() => setTyped(saved), [saved])
  const field = useRef<HTMLInputElement>(null)
  const { busy, error, attempt } = useAttempt()
  const store = async (text: string) => {
    await save(text)
    await refresh()
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await attempt(() => store(typed))
    if (!done) return
    // The button has nothing more to do and lets go of the focus.
    focusIfLost(field.current)
    offerUndo({ name: label, restore: () => store(saved) })
  }
  return (
    <Row label={label} {...(hint ? { hint } : {})}>
      {({ control }) => (
        <form className={styles.line} onSubmit={(event) => void onSubmit(event)} noValidate>
          <TextField
            {...control}
            ref={field}
            label={label}
            hideLabel
            maxLength={most}
            value={typed}
            error={error}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" busy={busy} disabled={typed.trim() === saved}>
            {t('settings:save')}
          </Button>
        </form>
      )}
    </Row>
  )
}

const genders = [0, 1, 2] as const

function GenderRow({ saved }: { saved: Profile['gender'] }) {
  const { t } = useTranslation('profile')
  const [shown, choose] = useChosen(saved)
  const store = async (gender: number) => {
    const known = genders.find((one) => one === gender) ?? 2
    await call(contract.updateDetails, { body: { gender: known } })
    await refresh()
  }
  return (
    <Row label={t('shell:gender')}>
      {() => (
        <Select
          label={t('shell:gender')}
          hideLabel
          value={String(shown)}
          onChange={(event) => {
            const next = Number(event.target.value)
            choose(next, () =>
              saveWithUndo({
                name: t('shell:gender'),
                save: () => store(next),
                restore: () => store(saved),
              }),
            )
          }}
          options={genders.map((one) => ({ value: String(one), label: t(`shell:genders.${one}`) }))}
        />
      )}
    </Row>
  )
}

import {
  organisationEndpoints as api,
  type ConsoleOrganisation,
} from '@hongyan/contract/console-organisation'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useConsole } from '../console-state.ts'
import { useSaving } from '../use-saving.ts'
import { Section } from './section.tsx'

/** The name of the organisation. */
export function NameSection({ organisation }: { organisation: ConsoleOrganisation }) {
  const { t } = useTranslation('console-organisation')
  const [name, setName] = useState(organisation.name)
  const { error, save } = useSaving()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(async () => {
      await ask(api.renameOrganisation, { body: { name } })
      useConsole.setState(({ me }) => ({ me: me && { ...me, organisation: name.trim() } }))
    })
  }
  return (
    <Section title={t('name.title')} hint={t('name.hint')}>
      <form className={console.inline} onSubmit={submit}>
        <TextField
          label={t('name.label')}
          maxLength={60}
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === '' || name === organisation.name}>
          {t('console:save')}
        </Button>
      </form>
    </Section>
  )
}

import { type ConsoleDepartment, consoleContract } from '@hongyan/contract/console'
import {
  organisationEndpoints as api,
  assistantFunctions,
  type ConsoleOrganisation,
} from '@hongyan/contract/console-organisation'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import styles from './organisation.module.css'
import { Section } from './section.tsx'
import { SwitchRow } from './switches-section.tsx'

/** The assistant: as a whole, by function, by department. */
export function AssistantSection({ organisation }: { organisation: ConsoleOrganisation }) {
  const { t } = useTranslation('console-organisation')
  const { assistant, switches } = organisation
  const [off, setOff] = useState<readonly string[]>(assistant.off)
  const [notIn, setNotIn] = useState<readonly number[]>(assistant.notIn)
  const departments = useAsked(consoleContract.departments, {}).data?.list ?? []
  const { error, save } = useSaving()
  const { machine } = assistant
  const submit = () =>
    save(() =>
      ask(api.assistantLimits, {
        body: { off: assistantFunctions.filter((one) => off.includes(one)), notIn: [...notIn] },
      }),
    )
  return (
    <Section
      title={t('assistant.title')}
      hint={t(assistant.hasModel ? 'assistant.model' : 'assistant.builtIn')}
    >
      <ul className={styles.rows}>
        <SwitchRow name="assistantEnable" on={switches.assistantEnable} />
      </ul>
      <div className={styles.choices}>
        <ChoiceGroup title={t('assistant.functions')}>
          {assistantFunctions.map((one) => (
            <Checkbox
              key={one}
              checked={!off.includes(one) && !machine.off.includes(one)}
              disabled={machine.off.includes(one)}
              onChange={(event) => setOff(toggled(off, one, !event.target.checked))}
            >
              {t(`assistant.names.${one}`)}
            </Checkbox>
          ))}
        </ChoiceGroup>
        <ChoiceGroup title={t('assistant.without')}>
          {departments.length === 0 && (
            <p className={styles.hint}>{t('assistant.noDepartments')}</p>
          )}
          {departments.map(({ id, name }) => {
            const isGiven =
              machine.notIn.includes(name) ||
              above(id, departments).some(
                (one) => notIn.includes(one.id) || machine.notIn.includes(one.name),
              )
            return (
              <Checkbox
                key={id}
                checked={isGiven || notIn.includes(id)}
                disabled={isGiven}
                onChange={(event) => setNotIn(toggled(notIn, id, event.target.checked))}
              >
                {name}
              </Checkbox>
            )
          })}
        </ChoiceGroup>
      </div>
      {(machine.off.length > 0 || machine.notIn.length > 0) && (
        <p className={styles.hint}>{t('assistant.machine')}</p>
      )}
      {error && <Banner tone="danger">{error}</Banner>}
      <div className={console.actions}>
        <Button onClick={submit}>{t('console:save')}</Button>
      </div>
    </Section>
  )
}

/** The departments above one: what is said of those holds for it. */
function above(id: number, all: readonly ConsoleDepartment[]): ConsoleDepartment[] {
  const found: ConsoleDepartment[] = []
  let next = all.find((one) => one.id === id)?.parentId ?? null
  while (next !== null && found.length < all.length) {
    const parent = all.find((one) => one.id === next)
    if (parent) found.push(parent)
    next = parent?.parentId ?? null
  }
  return found
}

const toggled = <T,>(all: readonly T[], one: T, there: boolean): readonly T[] =>
  there ? [...new Set([...all, one])] : all.filter((other) => other !== one)

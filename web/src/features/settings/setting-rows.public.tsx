import type { SettingChange } from '@hongyan/contract/settings'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Row } from './form.public.tsx'
import { saveSetting } from './undo.public.ts'

/** A setting that is on (1) or off (0). */
type OnOff = Extract<SettingChange, { value: 0 | 1 }>['key']

interface SwitchRowProps {
  name: OnOff
  /** Absent: the text of the settings under its name. */
  label?: string
  hint?: string
}

/** A setting that is on or off. */
export function SwitchRow({ name, label: given, hint }: SwitchRowProps) {
  const { t } = useTranslation('settings')
  const label = given ?? t(madeKey(name))
  const [on, choose] = useChosen(useSettings()?.[name] === 1)
  const turn = (next: boolean) =>
    choose(next, () => saveSetting({ key: name, value: next ? 1 : 0 } as SettingChange, label))
  return (
    <Row label={label} {...(hint ? { hint } : {})}>
      {({ control }) => (
        <Switch {...control} checked={on} onChange={(event) => turn(event.target.checked)} />
      )}
    </Row>
  )
}

interface ChoiceRowProps {
  label: string
  hint?: string
  value: number | string
  options: readonly { change: SettingChange; text: string }[]
}

/** A setting with some values; each option carries the change it makes. */
export function ChoiceRow({ label, hint, value, options }: ChoiceRowProps) {
  const [shown, choose] = useChosen(String(value))
  const pick = (text: string) => {
    const option = options.find((one) => String(one.change.value) === text)
    if (option) choose(text, () => saveSetting(option.change, label))
  }
  return (
    <Row label={label} {...(hint ? { hint } : {})}>
      {() => (
        <Select
          label={label}
          hideLabel
          value={shown}
          onChange={(event) => pick(event.target.value)}
          options={options.map((one) => ({ value: String(one.change.value), label: one.text }))}
        />
      )}
    </Row>
  )
}

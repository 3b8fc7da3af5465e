import type { SettingChange, SwitchSetting } from '@hongyan/contract/settings'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { change } from './change.ts'
import { Row } from './form.public.tsx'

/** A setting that is on or off; `hint` is a key of the texts. */
export function SwitchRow({ name, hint }: { name: SwitchSetting; hint?: string }) {
  const { t } = useTranslation('settings')
  const [on, choose] = useChosen(useSettings()?.[name] === 1)
  const turn = (next: boolean) => choose(next, () => change({ key: name, value: next ? 1 : 0 }))
  return (
    <Row label={t(madeKey(name))} {...(hint ? { hint: t(madeKey(hint)) } : {})}>
      {({ control }) => (
        <Switch {...control} checked={on} onChange={(event) => turn(event.target.checked)} />
      )}
    </Row>
  )
}

interface ChoiceRowProps {
  label: string
  hint?: string
  value: number
  options: readonly { change: SettingChange; text: string }[]
}

/** A setting with some values; each option carries the change it makes. */
export function ChoiceRow({ label, hint, value, options }: ChoiceRowProps) {
  const [shown, choose] = useChosen(String(value))
  const pick = (text: string) => {
    const option = options.find((one) => String(one.change.value) === text)
    if (option) choose(text, () => change(option.change))
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

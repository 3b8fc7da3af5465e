import type { SettingChange, SwitchSetting } from '@hongyan/contract/settings'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { change } from './change.ts'
import { Row } from './form.public.tsx'

/** A setting that is on or off; `hint` is a key of the texts. */
export function SwitchRow({ name, hint }: { name: SwitchSetting; hint?: string }) {
  const { t } = useTranslation('settings')
  const saved = useSettings()?.[name] === 1
  const [on, setOn] = useState(saved)
  // The cache tells its readers a moment later than React redraws: without a state of its own the switch would jump.
  useEffect(() => setOn(saved), [saved])
  const turn = (next: boolean) => {
    setOn(next)
    void change({ key: name, value: next ? 1 : 0 }).then((done) => {
      if (!done) setOn(!next)
    })
  }
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
  const choose = (text: string) => {
    const option = options.find((one) => String(one.change.value) === text)
    if (option) void change(option.change)
  }
  return (
    <Row label={label} {...(hint ? { hint } : {})}>
      {() => (
        <Select
          label={label}
          hideLabel
          value={String(value)}
          onChange={(event) => choose(event.target.value)}
          options={options.map((one) => ({ value: String(one.change.value), label: one.text }))}
        />
      )}
    </Row>
  )
}

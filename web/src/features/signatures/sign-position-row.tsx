import type { SettingChange } from '@hongyan/contract/settings'
import { useTranslation } from '../../lib/i18n.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Select } from '../../ui/select.tsx'
import { Row } from '../settings/form.public.tsx'
import { saveSetting } from '../settings/undo.public.ts'

const changes: readonly Extract<SettingChange, { key: 'signPosition' }>[] = [
  { key: 'signPosition', value: 1 },
  { key: 'signPosition', value: 0 },
]

/** Where a signature stands in answers and forwarded mails (setting signPosition). */
export function SignPositionRow({ value }: { value: number }) {
  const { t } = useTranslation('signatures')
  const [shown, choose] = useChosen(value)
  return (
    <Row label={t('position')}>
      {() => (
        <Select
          label={t('position')}
          hideLabel
          value={String(shown)}
          onChange={(event) => {
            const change = changes.find((one) => String(one.value) === event.target.value)
            if (change) choose(change.value, () => saveSetting(change, t('position')))
          }}
          options={changes.map((one) => ({
            value: String(one.value),
            label: t(`positions.${one.value}`),
          }))}
        />
      )}
    </Row>
  )
}

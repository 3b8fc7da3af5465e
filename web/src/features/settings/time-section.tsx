import { limits } from '@hongyan/contract/limits'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { Section } from './form.public.tsx'
import { ChoiceRow } from './setting-rows.public.tsx'

const { min, max } = limits.timeZones
const zones = Array.from({ length: max - min + 1 }, (_, index) => max - index)
const zoneName = (zone: number): string => `GMT${zone === 0 ? '' : zone > 0 ? `+${zone}` : zone}`

/** How times are shown (MAILLIST-11, LIMITS-12, LIMITS-13). */
export function TimeSection() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  if (!settings) return null
  return (
    <Section title={t('timeSection')}>
      <ChoiceRow
        label={t('timeFormat')}
        value={settings.timeFormat}
        options={([24, 12] as const).map((value) => ({
          change: { key: 'timeFormat', value },
          text: t(`timeFormats.${value}`),
        }))}
      />
      <ChoiceRow
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        value={settings.timeZone}
        options={zones.map((value) => ({
          change: { key: 'timeZone', value },
          text: zoneName(value),
        }))}
      />
    </Section>
  )
}

import { useTranslation } from '../../lib/i18n.ts'
import { Section } from '../settings/form.public.tsx'
import { SwitchRow } from '../settings/setting-rows.public.tsx'
import { useIsOffered } from './functions.ts'

/** Who does not want the assistant turns it off here: then it is not shown, and no mail is given to it. */
export function AssistantSection() {
  const { t } = useTranslation('settings')
  if (!useIsOffered()) return null
  return (
    <Section title={t('assistantSection')}>
      <SwitchRow name="assistant" hint={t('assistantHint')} />
      <SwitchRow name="assistantStyle" hint={t('assistantStyleHint')} />
      <SwitchRow name="assistantDaily" hint={t('assistantDailyHint')} />
    </Section>
  )
}

import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { Section } from './form.public.tsx'
import { ChoiceRow, SwitchRow } from './setting-rows.public.tsx'

const undoTimes = [0, 5, 10, 20, 30]

/** What happens when mail comes in, and how long sending can be taken back. */
export function NoticeSection() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  if (!settings) return null
  return (
    <Section title={t('noticeSection')}>
      <SwitchRow name="newMailNotification" />
      <SwitchRow name="newMailSound" />
      <SwitchRow name="notificationContent" />
      <ChoiceRow
        label={t('undoSendSeconds')}
        value={settings.undoSendSeconds}
        options={undoTimes.map((value) => ({
          change: { key: 'undoSendSeconds', value },
          text: value === 0 ? t('undoNone') : t('seconds', { count: value }),
        }))}
      />
    </Section>
  )
}

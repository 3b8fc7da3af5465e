import { limits } from '@hongyan/contract/limits'
import { phone } from '@hongyan/contract/phone'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { useMay, useSettings } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { secondStepQuery } from '../second-step/second-step-query.public.ts'
import { Row, RowToCome, Section } from './form.public.tsx'
import { ChoiceRow, SwitchRow } from './setting-rows.public.tsx'

const undoTimes = [0, 5, 10, 20, 30]

/** What happens when mail comes in, and how long sending can be taken back. */
export function NoticeSection() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  const may = useMay()
  if (!settings) return null
  return (
    <Section title={t('noticeSection')}>
      <SwitchRow name="newMailNotification" />
      <SwitchRow name="newMailSound" />
      <SwitchRow name="notificationContent" />
      {settings.smsNoticeEnable === 1 && may(phone.bound) && <SmsNoticeRow />}
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

/** Text messages go to the phone that is bound; who has none is led to where it is done. */
function SmsNoticeRow() {
  const { t } = useTranslation('settings')
  const { data, error } = useQuery(secondStepQuery)
  if (!data) return error ? null : <RowToCome />
  const { phone: number } = data
  if (number === '')
    return (
      <Row label={t('smsNotice')}>
        {({ control, labelledBy }) => (
          <Link
            {...control}
            aria-labelledby={`${labelledBy} ${control.id}`}
            to="/set/accountalias/2"
          >
            {t('smsNoticeBind')}
          </Link>
        )}
      </Row>
    )
  const hint = t('smsNoticeHint', { phone: number, count: limits.smsNoticesPerDay })
  return <SwitchRow name="smsNotice" hint={hint} />
}

import { phone } from '@hongyan/contract/phone'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { BindDialog } from './bind-dialog.tsx'
import { phoneProblem } from './phone-login.public.tsx'

/** Binds a phone (SECURITY-10). */
export function BindPhoneDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('second')
  return (
    <BindDialog
      title={t('bind')}
      doneText={t('bound')}
      field={{
        label: t('phone'),
        name: 'phone',
        type: 'tel',
        autoComplete: 'tel-national',
        maxLength: 11,
      }}
      problem={(number) => {
        const problem = phoneProblem(number)
        return problem && t(problem)
      }}
      send={(to) => call(phone.sendCode, { body: { purpose: 'bind', phone: to } })}
      bind={(number, given) => call(phone.bind, { body: { phone: number, ...given } })}
      onClose={onClose}
    />
  )
}

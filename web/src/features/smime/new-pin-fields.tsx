import { limits } from '@hongyan/contract/limits'
import { useTranslation } from '../../lib/i18n.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import type { PinTrouble } from './pin-rules.ts'

interface NewPinFieldsProps {
  pin: string
  again: string
  trouble: PinTrouble | null
  onPin: (pin: string) => void
  onAgain: (again: string) => void
}

/** What every field of a PIN has. */
export function usePinField() {
  const { t } = useTranslation('smime')
  return { showLabel: t('showPin'), hideLabelText: t('hidePin'), maxLength: 200 }
}

/** A new PIN, typed twice. */
export function NewPinFields({ pin, again, trouble, onPin, onAgain }: NewPinFieldsProps) {
  const { t } = useTranslation('smime')
  const field = usePinField()
  const { pinMin: min, pinMax: max } = limits
  return (
    <>
      <PasswordField
        {...field}
        label={t('page.newPin', { min })}
        autoComplete="new-password"
        value={pin}
        error={trouble !== null && trouble !== 'differ' ? t(`page.${trouble}`, { min, max }) : null}
        onChange={(event) => onPin(event.target.value)}
      />
      <PasswordField
        {...field}
        label={t('page.again')}
        autoComplete="new-password"
        value={again}
        error={trouble === 'differ' ? t('page.differ') : null}
        onChange={(event) => onAgain(event.target.value)}
      />
    </>
  )
}

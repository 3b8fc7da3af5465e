import {
  brokenRules,
  type PasswordOwner,
  type PasswordRule,
  passwordLevels,
  passwordRules,
  passwordStrength,
} from '@hongyan/contract/password-rules'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconCheck, iconClose } from '../../ui/icons.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './passwords.module.css'

export interface NewPassword {
  next: string
  again: string
}

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (value: NewPassword) => void
  owner: PasswordOwner
  /** So many of the last passwords are refused by the server; 0: not said. */
  history: number
  /** Shown under the second field. */
  error: string | null
  size?: 'md' | 'lg'
}

/** A new password, twice, and while it is typed how strong it is and which rules it breaks (SECURITY-02 to -07). */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { value, onChange, owner, history, error, size = 'md' } = props
  const { t } = useTranslation('passwords')
  const words = { showLabel: t('login:showPassword'), hideLabelText: t('login:hidePassword') }
  const common = { size, autoComplete: 'new-password', maxLength: 100, ...words }
  return (
    <>
      <PasswordField
        {...common}
        label={t('next')}
        name="new-password"
        aria-describedby="password-rules"
        value={value.next}
        onChange={(event) => onChange({ ...value, next: event.target.value })}
      />
      <Strength password={value.next} owner={owner} />
      <Rules password={value.next} owner={owner} history={history} />
      <PasswordField
        {...common}
        label={t('again')}
        name="new-password-again"
        value={value.again}
        error={error}
        onChange={(event) => onChange({ ...value, again: event.target.value })}
      />
    </>
  )
}

/** Key of what is wrong before the server is asked, or null. */
export function newPasswordProblem({ next, again }: NewPassword, owner: PasswordOwner) {
  if (next === '') return 'nextNeeded' as const
  if (brokenRules(next, owner).length > 0) return 'unfit' as const
  return next === again ? null : ('differ' as const)
}

interface Typed {
  password: string
  owner: PasswordOwner
}

function Strength({ password, owner }: Typed) {
  const { t } = useTranslation('passwords')
  const strength = passwordStrength(password, owner)
  return (
    <div className={styles.strength} data-strength={strength}>
      <meter
        className={styles.bar}
        aria-label={t('strength')}
        min={0}
        max={4}
        value={strength}
        aria-valuetext={t(`strengths.${strength}`)}
      />
      <span aria-hidden="true">{t(`strengths.${strength}`)}</span>
    </div>
  )
}

function Rules({ password, owner, history }: Typed & { history: number }) {
  const { t } = useTranslation('passwords')
  const { min, max, kinds } = passwordLevels[owner.level]
  const broken = brokenRules(password, owner)
  const asked = passwordRules.filter((rule) => rule !== 'chinese' || broken.includes(rule))
  const keyOf = (rule: PasswordRule) => (rule === 'kinds' && kinds === 4 ? 'kinds-all' : rule)
  return (
    <div className={styles.rules} id="password-rules">
      <p>{t('rulesTitle')}</p>
      <ul>
        {asked.map((rule) => {
          const kept = password !== '' && !broken.includes(rule)
          return (
            <li key={rule} data-kept={kept || undefined} data-open={password === '' || undefined}>
              <Icon icon={kept ? iconCheck : iconClose} size={14} />
              <span>{t(madeKey(`rule.${keyOf(rule)}`), { min, max })}</span>
              {password !== '' && (
                <span className="visually-hidden">{t(kept ? 'kept' : 'broken')}</span>
              )}
            </li>
          )
        })}
      </ul>
      {history > 0 && <p>{t('server', { count: history })}</p>}
    </div>
  )
}

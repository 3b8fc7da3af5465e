import { phone } from '@hongyan/contract/phone'
import { secondStep } from '@hongyan/contract/second-step'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { gatewayQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.public.tsx'
import { Row, Section } from '../settings/form.public.tsx'
import { BindPhoneDialog } from './bind-phone-dialog.tsx'
import { PasswordQuestion } from './password-question.public.tsx'
import { RecoveryAddressSection } from './recovery-address-section.tsx'
import { asksForSecondStep, secondStepQuery } from './second-step-query.public.ts'
import { RecoveryCodesDialog, TotpDialog } from './totp-dialog.tsx'

const refresh = () => void queryClient.invalidateQueries({ queryKey: secondStepQuery.queryKey })

/** What the password is asked for again. */
type Asked =
  | 'set-up'
  | 'remove'
  | 'recovery'
  | 'unbind'
  | 'step-on'
  | 'step-off'
  | 'passkey-on'
  | 'passkey-off'

/** /set/accountalias/2: what a login is asked for besides the password, and the phone (SECURITY-10). */
export function VerificationTab() {
  const { t } = useTranslation('second')
  const { data: state } = useQuery(secondStepQuery)
  const gateway = useQuery(gatewayQuery).data?.smsGatewayStatus === 1
  const [asked, setAsked] = useState<Asked | null>(null)
  const [binding, setBinding] = useState(false)
  const [totp, setTotp] = useState<{ secret: string; url: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (!state) return null
  const answers: Record<Asked, (password: string) => Promise<unknown>> = {
    'set-up': async (password) => setTotp(await call(secondStep.beginTotp, { body: { password } })),
    remove: (password) => call(secondStep.removeTotp, { body: { password } }),
    recovery: async (password) =>
      setCodes((await call(secondStep.newRecoveryCodes, { body: { password } })).recoveryCodes),
    unbind: (password) => call(phone.unbind, { body: { password } }),
    'passkey-on': (password) => call(secondStep.setByPasskey, { body: { password, on: true } }),
    'passkey-off': (password) => call(secondStep.setByPasskey, { body: { password, on: false } }),
    'step-on': (password) => call(secondStep.setByPhone, { body: { password, on: true } }),
    'step-off': (password) => call(secondStep.setByPhone, { body: { password, on: false } }),
  }
  return (
    <>
      <Section title={t('totpTitle')} hint={t('totpHint')}>
        <Row label={t(state.totp ? 'on' : 'off')}>
          {() => (
            <Button onClick={() => setAsked(state.totp ? 'remove' : 'set-up')}>
              {t(state.totp ? 'remove' : 'setUp')}
            </Button>
          )}
        </Row>
      </Section>
      <PasskeysSection
        onChange={refresh}
        step={{
          on: state.byPasskey === 1,
          onChange: () => setAsked(state.byPasskey ? 'passkey-off' : 'passkey-on'),
        }}
      />
      <Section title={t('phoneTitle')} hint={t(gateway ? 'phoneHint' : 'phoneOff')}>
        <Row label={state.phone || t('none')}>
          {() => (
            <>
              {state.phone && <Button onClick={() => setAsked('unbind')}>{t('unbind')}</Button>}
              <Button disabled={!gateway} onClick={() => setBinding(true)}>
                {t('bind')}
              </Button>
            </>
          )}
        </Row>
        {state.phone && (
          <Row label={t('smsStep')} hint={t('smsStepHint')}>
            {({ control }) => (
              <Switch
                {...control}
                checked={state.byPhone === 1}
                onChange={() => setAsked(state.byPhone ? 'step-off' : 'step-on')}
              />
            )}
          </Row>
        )}
      </Section>
      <RecoveryAddressSection />
      {asksForSecondStep(state) && (
        <Section title={t('recoveryTitle')}>
          <Row label={t('recoveryTitle')} hint={t('recoveryHint', { count: state.recoveryLeft })}>
            {() => <Button onClick={() => setAsked('recovery')}>{t('recoveryNew')}</Button>}
          </Row>
          <Row
            label={t('browsersTitle')}
            hint={t('browsersHint', { count: state.trustedBrowsers })}
          >
            {() => (
              <Button
                disabled={state.trustedBrowsers === 0}
                onClick={() =>
                  void attempt(() => call(secondStep.forgetBrowsers, { body: {} })).then(refresh)
                }
              >
                {t('browsersForget')}
              </Button>
            )}
          </Row>
        </Section>
      )}
      {asked && (
        <PasswordQuestion
          onClose={() => setAsked(null)}
          answer={async (password) => {
            await answers[asked](password)
            refresh()
          }}
        />
      )}
      {binding && (
        <BindPhoneDialog
          onClose={() => {
            setBinding(false)
            refresh()
          }}
        />
      )}
      {totp && (
        <TotpDialog
          {...totp}
          onClose={() => setTotp(null)}
          onCodes={(fresh) => {
            setTotp(null)
            setCodes(fresh)
            refresh()
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

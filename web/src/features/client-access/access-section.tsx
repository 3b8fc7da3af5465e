import { clientAccess } from '@hongyan/contract/client-access'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { attempt } from '../../lib/trouble.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Row, Section } from '../settings/form.public.tsx'
import { type ClientAccessState, refreshClientAccess } from './client-access-query.ts'
import { ProgramPassword } from './program-password.tsx'

/** Whether programs may come in at all, and by which protocols (CLIENTACCESS-03, -04). */
export function AccessSection({ state }: { state: ClientAccessState }) {
  const { t } = useTranslation('client-access')
  const [asked, setAsked] = useState<'password' | 'off' | null>(null)
  const turn = async (on: boolean, password = ''): Promise<void> => {
    await call(clientAccess.stateByUser, { body: { state: on ? 1 : 0, password } })
    await refreshClientAccess()
    toast({ kind: 'success', topic: 'setting', text: t(on ? 'turnedOn' : 'turnedOff') })
  }
  const press = () => {
    if (state.state) setAsked('off')
    else if (state.asksPassword) setAsked('password')
    else void attempt(() => turn(true))
  }
  return (
    <Section title={t('access')}>
      <Row label={t('state')} hint={t('stateHint')}>
        {({ control }) => <Switch {...control} checked={state.state} onChange={press} />}
      </Row>
      {state.protocols.map((one) => (
        <ProtocolRow key={one.protocol} door={one} isOn={state.state} />
      ))}
      {asked === 'password' && (
        <ProgramPassword
          onClose={() => setAsked(null)}
          answer={(password) => turn(true, password)}
        />
      )}
      {asked === 'off' && (
        <OffQuestion onClose={() => setAsked(null)} onConfirm={() => turn(false)} />
      )}
    </Section>
  )
}

interface ProtocolRowProps {
  door: ClientAccessState['protocols'][number]
  /** Programs may come in at all. */
  isOn: boolean
}

function ProtocolRow({ door, isOn }: ProtocolRowProps) {
  const { t } = useTranslation('client-access')
  const [isOpen, choose] = useChosen(door.state)
  const isServed = door.port !== null || door.tlsPort !== null
  const change = (next: boolean) =>
    choose(next, () =>
      attempt(async () => {
        const body = { protocol: door.protocol, state: next ? 1 : 0 } as const
        await call(clientAccess.protocol, { body })
        await refreshClientAccess()
      }),
    )
  return (
    <Row
      label={t(madeKey(`protocol.${door.protocol}`))}
      hint={isServed ? t(madeKey(`protocolHint.${door.protocol}`)) : t('notServed')}
    >
      {({ control }) => (
        <Switch
          {...control}
          checked={isOpen && isServed}
          disabled={!isOn || !isServed}
          onChange={({ target }) => change(target.checked)}
        />
      )}
    </Row>
  )
}

/** Programs that are in are cut off: asked first. */
function OffQuestion(props: { onClose: () => void; onConfirm: () => Promise<void> }) {
  const { t } = useTranslation('client-access')
  return (
    <ConfirmDialog
      title={t('offTitle')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), confirm: t('off') }}
      onCancel={props.onClose}
      onConfirm={() => {
        void attempt(props.onConfirm)
        props.onClose()
      }}
    >
      <p>{t('offText')}</p>
    </ConfirmDialog>
  )
}

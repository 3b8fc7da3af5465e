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
import { letIn, letInUnasked } from './prove.ts'

/** Whether programs may come in at all, and by which protocols (CLIENTACCESS-03, -04). */
export function AccessSection({ state }: { state: ClientAccessState }) {
  const { t } = useTranslation('client-access')
  const [asked, setAsked] = useState<'password' | 'off' | null>(null)
  const tell = async (on: boolean): Promise<void> => {
    await refreshClientAccess()
    toast({ kind: 'success', topic: 'setting', text: t(on ? 'turnedOn' : 'turnedOff') })
  }
  const turnOn = async (password: string): Promise<void> => {
    await letIn(password)
    await tell(true)
  }
  const turnOff = async (): Promise<void> => {
    await call(clientAccess.stateByUser, { body: { state: 0, password: '' } })
    await tell(false)
  }
  const begin = async (): Promise<void> => {
    if (await letInUnasked(state)) return tell(true)
    setAsked('password')
  }
  const press = () => {
    if (state.state) setAsked('off')
    else void attempt(begin)
  }
  return (
    <Section title={t('access')}>
      <Row label={t('state')} hint={t('stateHint')}>
        {({ control }) => <Switch {...control} checked={state.state} onChange={press} />}
      </Row>
      {state.protocols.map((one) => (
        <ProtocolRow key={one.protocol} door={one} isOn={state.state} />
      ))}
      {asked === 'password' && <ProgramPassword onClose={() => setAsked(null)} answer={turnOn} />}
      {asked === 'off' && <OffQuestion onClose={() => setAsked(null)} onConfirm={turnOff} />}
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

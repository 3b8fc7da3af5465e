import { clientAccess, codesPerDay } from '@hongyan/contract/client-access'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { dayAndTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { attempt } from '../../lib/trouble.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { When } from '../records/records.public.ts'
import { Row, Section } from '../settings/form.public.tsx'
import styles from './client-access.module.css'
import { type ClientAccessState, refreshClientAccess } from './client-access-query.ts'
import { CodeDialog } from './code-dialog.tsx'
import { ProgramPassword } from './program-password.tsx'
import { isUnproved, letIn, letInUnasked } from './prove.ts'

type Asked = 'again' | 'password' | 'cancel'

/** The code that programs give in place of a password (CLIENTACCESS-05, -07). */
export function CodeSection({ state }: { state: ClientAccessState }) {
  const { t } = useTranslation('client-access')
  const nextTime = useNextTime(state)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const make = async (): Promise<void> => {
    setCode((await call(clientAccess.generatePassword, {})).password)
    await refreshClientAccess()
  }
  const begin = async (): Promise<void> => {
    setBusy(true)
    await attempt(async () => {
      try {
        await make()
      } catch (error) {
        if (!isUnproved(error)) throw error
        if (await letInUnasked(state)) await make()
        else setAsked('password')
      }
    })
    setBusy(false)
  }
  const withPassword = async (password: string): Promise<void> => {
    await letIn(password)
    await make()
  }
  return (
    <Section title={t('code.title')} hint={t('code.hint')}>
      <Row
        label={t(state.hasPassword ? 'code.there' : 'code.none')}
        hint={hintOf(state, nextTime, t)}
      >
        {() => (
          <>
            {state.hasPassword && (
              <Button onClick={() => setAsked('cancel')}>{t('code.cancel')}</Button>
            )}
            <Button
              kind={state.hasPassword ? 'secondary' : 'primary'}
              busy={busy}
              disabled={!state.state || state.left === 0}
              onClick={() => (state.hasPassword ? setAsked('again') : void begin())}
            >
              {t(state.hasPassword ? 'code.again' : 'code.make')}
            </Button>
          </>
        )}
      </Row>
      {state.passwordAt && (
        <Row label={t('code.since')}>{() => <Moment time={state.passwordAt ?? ''} />}</Row>
      )}
      {state.lastUse && (
        <Row label={t('code.lastUse')} hint={placeOf(state.lastUse)}>
          {() => <Moment time={state.lastUse?.lastTime ?? ''} />}
        </Row>
      )}
      {asked === 'again' && (
        <Question
          kind="again"
          onClose={() => setAsked(null)}
          // It may lead to the question for the password: this one is closed before, not after it.
          onConfirm={async () => {
            setAsked(null)
            void begin()
          }}
        />
      )}
      {asked === 'cancel' && (
        <Question
          kind="cancel"
          text={nextTime ? t('code.cancelUsedUp', { time: nextTime }) : undefined}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await call(clientAccess.cancelPassword, {})
            await refreshClientAccess()
            setAsked(null)
            toast({ kind: 'success', topic: 'setting', text: t('code.cancelled') })
          }}
        />
      )}
      {asked === 'password' && (
        <ProgramPassword onClose={() => setAsked(null)} answer={withPassword} />
      )}
      {code && <CodeDialog code={code} account={state.account} onClose={() => setCode(null)} />}
    </Section>
  )
}

const Moment = ({ time }: { time: string }) => (
  <span className={styles.moment}>
    <When time={time} />
  </span>
)

/** The program, its protocols and the address it came from. */
const placeOf = ({ name, protocols, ip }: NonNullable<ClientAccessState['lastUse']>): string =>
  [name, protocols.join(' ').toUpperCase(), ip].filter(Boolean).join(' · ')

/** When the next code can be made; null while one can. */
function useNextTime({ nextAt }: ClientAccessState): string | null {
  const style = useDateStyle()
  return nextAt && dayAndTime(nextAt, style)
}

function hintOf(
  { state, left }: ClientAccessState,
  nextTime: string | null,
  t: ReturnType<typeof useTranslation<'client-access'>>['t'],
): string {
  if (!state) return t('code.off')
  if (nextTime) return t('code.usedUp', { max: codesPerDay, time: nextTime })
  return t('code.left', { count: left, max: codesPerDay })
}

interface QuestionProps {
  kind: 'again' | 'cancel'
  /** What else it brings. */
  text?: string | undefined
  onClose: () => void
  /** Closes the question itself: what follows may be another. */
  onConfirm: () => Promise<void>
}

/** Both end the code that there is, and every program that is in with it. */
function Question({ kind, text, onClose, onConfirm }: QuestionProps) {
  const { t } = useTranslation('client-access')
  const { busy, error, attempt } = useAttempt()
  const confirm = () => attempt(onConfirm)
  return (
    <ConfirmDialog
      title={t(`code.${kind}Title`)}
      words={{ close: t('common:close'), cancel: t('code.keep'), confirm: t(`code.${kind}`) }}
      danger
      busy={busy}
      error={error}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{t(`code.${kind}Text`)}</p>
      {text && <p>{text}</p>}
    </ConfirmDialog>
  )
}

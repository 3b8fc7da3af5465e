import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Row, Section } from '../settings/form.public.tsx'
import type { ClientAccessState } from './client-access-query.ts'
import { CopyValue } from './copy-value.tsx'

/** What is typed into a program, each with a button that copies it. */
export function FieldsSection({ state }: { state: ClientAccessState }) {
  const { t } = useTranslation('client-access')
  const doors = state.protocols.filter(
    ({ port, tlsPort, state: isOpen }) => isOpen && (port !== null || tlsPort !== null),
  )
  return (
    <Section title={t('fields.title')} hint={t('fields.hint')}>
      <Row label={t('fields.user')}>
        {() => <CopyValue text={state.account} name={t('fields.user')} />}
      </Row>
      <Row label={t('fields.password')}>{() => <span>{t('fields.passwordIs')}</span>}</Row>
      {doors.map((door) => (
        <DoorRows key={door.protocol} door={door} />
      ))}
    </Section>
  )
}

function DoorRows({ door }: { door: ClientAccessState['protocols'][number] }) {
  const { t } = useTranslation('client-access')
  const server = t(madeKey(`fields.server.${door.protocol}`))
  const port = t('fields.port', { server })
  return (
    <>
      <Row label={server}>{() => <CopyValue text={door.host} name={server} />}</Row>
      <Row label={port} hint={t('fields.encryption')}>
        {() => (
          <>
            {door.tlsPort !== null && (
              <PortValue port={door.tlsPort} by="SSL/TLS" name={`${port} (SSL/TLS)`} />
            )}
            {door.port !== null && (
              <PortValue port={door.port} by="STARTTLS" name={`${port} (STARTTLS)`} />
            )}
          </>
        )}
      </Row>
    </>
  )
}

function PortValue({ port, by, name }: { port: number; by: string; name: string }) {
  return (
    <>
      <span>{by}</span>
      <CopyValue text={String(port)} name={name} />
    </>
  )
}

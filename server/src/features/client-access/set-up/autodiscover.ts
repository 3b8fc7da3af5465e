import { xmlTokens } from '../../../documents/xml.ts'
import { type Markup, xml } from './markup.ts'
import type { OpenDoor, SetUp } from './set-up-doors.ts'

const schema = 'http://schemas.microsoft.com/exchange/autodiscover'

/** What Outlook asks with (MS-OXDSCLI §2.2.3.1.1). */
export interface Question {
  address: string
  /** The kind of answer it can read. */
  wants: string
}

/**
 * Reads a question of a stranger: pieces of XML without a DTD, so that no entity is expanded or fetched, none kept of more
 * than one element's text; null for what is none.
 */
export function readQuestion(body: string): Question | null {
  let open = ''
  const found: Record<string, string> = {}
  for (const token of xmlTokens(body)) {
    if (token.kind === 'open') open = token.name.slice(token.name.indexOf(':') + 1)
    else if (token.kind === 'close') open = ''
    else if (open === 'EMailAddress' || open === 'AcceptableResponseSchema')
      found[open] = token.text.trim()
  }
  const { EMailAddress: address, AcceptableResponseSchema: wants = '' } = found
  return address === undefined ? null : { address, wants }
}

/** The answer of plain mail servers (MS-OXDSCLI §2.2.4.1.1). */
export const autodiscover = (address: string, { incoming, outgoing }: SetUp): string =>
  xml`<?xml version="1.0" encoding="utf-8"?>
<Autodiscover xmlns="${schema}/responseschema/2006">
  <Response xmlns="${schema}/outlook/responseschema/2006a">
    <User>
      <DisplayName>${address}</DisplayName>
    </User>
    <Account>
      <AccountType>email</AccountType>
      <Action>settings</Action>
${[...incoming, ...(outgoing ? [outgoing] : [])].map((door) => protocol(address, door))}    </Account>
  </Response>
</Autodiscover>
`.text

const protocol = (address: string, { type, host, port, isTls }: OpenDoor): Markup =>
  xml`      <Protocol>
        <Type>${type.toUpperCase()}</Type>
        <Server>${host}</Server>
        <Port>${port}</Port>
        <DomainRequired>off</DomainRequired>
        <LoginName>${address}</LoginName>
        <SPA>off</SPA>
        <SSL>on</SSL>
        <Encryption>${isTls ? 'SSL' : 'TLS'}</Encryption>
        <AuthRequired>on</AuthRequired>
      </Protocol>
`

/** 600: no question; 601: nothing here speaks what is wanted (MS-OXDSCLI §2.2.4.1.1.3). */
export const autodiscoverError = (code: 600 | 601): string =>
  xml`<?xml version="1.0" encoding="utf-8"?>
<Autodiscover xmlns="${schema}/responseschema/2006">
  <Response>
    <Error>
      <ErrorCode>${code}</ErrorCode>
      <Message>${code === 600 ? 'Invalid request' : 'Provider is not available'}</Message>
      <DebugData />
    </Error>
  </Response>
</Autodiscover>
`.text

import { createHash } from 'node:crypto'
import { type Markup, xml } from './markup.ts'
import type { OpenDoor, SetUp } from './set-up-doors.ts'

interface Profile extends SetUp {
  address: string
  organisation: string
  /** Name of this server. */
  host: string
}

/**
 * A configuration profile of Apple's (`com.apple.mail.managed`). Null where nothing is open for both ways: Apple asks for
 * both. The same address makes the same profile, so that a second one takes the place of the first.
 */
export function mobileconfig({ address, organisation, host, ...doors }: Profile): string | null {
  const incoming = doors.incoming.find(({ type }) => type === 'imap') ?? doors.incoming[0]
  const { outgoing } = doors
  if (!incoming || !outgoing) return null
  const identifier = `${host.split('.').toReversed().join('.')}.mail.${uuidOf(address)}`
  const account = [
    ...text('EmailAccountDescription', address),
    ...text('EmailAccountType', incoming.type === 'imap' ? 'EmailTypeIMAP' : 'EmailTypePOP'),
    ...text('EmailAddress', address),
    ...server('Incoming', incoming, address),
    ...server('Outgoing', outgoing, address),
    ...flag('OutgoingPasswordSameAsIncomingPassword', true),
    ...common({ type: 'com.apple.mail.managed', name: address, identifier: `${identifier}.mail` }),
  ]
  const profile = [
    key('PayloadContent'),
    xml`  <array>\n  <dict>\n${account}  </dict>\n  </array>\n`,
    ...text('PayloadOrganization', organisation),
    ...flag('PayloadRemovalDisallowed', false),
    ...common({ type: 'Configuration', name: `${organisation} ${address}`, identifier }),
  ]
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${profile}</dict>
</plist>
`.text
}

const server = (way: 'Incoming' | 'Outgoing', { host, port }: OpenDoor, address: string) => [
  ...text(`${way}MailServerAuthentication`, 'EmailAuthPassword'),
  ...text(`${way}MailServerHostName`, host),
  key(`${way}MailServerPortNumber`),
  xml`  <integer>${port}</integer>\n`,
  // With it the program finds by itself whether TLS begins at once or by STARTTLS.
  ...flag(`${way}MailServerUseSSL`, true),
  ...text(`${way}MailServerUsername`, address),
]

interface Payload {
  type: string
  name: string
  identifier: string
}

const common = ({ type, name, identifier }: Payload): Markup[] => [
  ...text('PayloadType', type),
  key('PayloadVersion'),
  xml`  <integer>1</integer>\n`,
  ...text('PayloadIdentifier', identifier),
  ...text('PayloadUUID', uuidOf(identifier)),
  ...text('PayloadDisplayName', name),
]

const key = (name: string): Markup => xml`  <key>${name}</key>\n`
const text = (name: string, value: string): Markup[] => [
  key(name),
  xml`  <string>${value}</string>\n`,
]
const flag = (name: string, on: boolean): Markup[] => [
  key(name),
  on ? xml`  <true/>\n` : xml`  <false/>\n`,
]

/** A UUID of a name (RFC 9562 §5.8). */
function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

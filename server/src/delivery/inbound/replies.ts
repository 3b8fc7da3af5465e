import type { Reply } from './types.ts'

const reply = (code: number, status: string, text: string): Reply => ({ code, status, text })

/** Every answer of inbound delivery (RFC 5321 §4.2.3, RFC 3463). */
export const replies = {
  unknownUser: reply(550, '5.1.1', 'No such user here'),
  relayingDenied: reply(
    550,
    '5.7.1',
    'Relaying denied: this server takes mail for its own domains only',
  ),
  disabled: reply(550, '5.2.1', 'The mailbox is disabled'),
  full: reply(452, '4.2.2', 'The mailbox is full, try again later'),
  tryLater: reply(451, '4.3.0', 'The mail system is not available right now, try again later'),
  storeFull: reply(452, '4.3.1', 'Not enough storage right now, try again later'),
  loop: reply(554, '5.4.6', 'Mail loop: this mail has passed through too many servers'),
  headersTooLarge: reply(
    554,
    '5.6.0',
    'The header section is larger than 512 kB or has too many fields',
  ),
  tooLarge: reply(552, '5.3.4', 'The message is too large'),
  tooManyRecipients: reply(452, '4.5.3', 'Too many recipients, send the mail again for the others'),
  needsUtf8: reply(553, '5.6.7', 'Addresses with such characters need SMTPUTF8'),
  unknownParameter: reply(555, '5.5.4', 'A parameter that was not offered'),
} as const satisfies Record<string, Reply>

import type { Envelope } from '@hongyan/mime/types'
import type { PreparedMessage } from '../types.ts'

const nobody: Envelope = {
  date: null,
  subject: '',
  from: [],
  sender: [],
  replyTo: [],
  to: [],
  cc: [],
  bcc: [],
  inReplyTo: null,
  messageId: null,
  references: [],
}

/**
 * A message without anything that was read in it: what is left to store when the database refuses a value of it. Its
 * bytes are whole, so a reader shows it as it is; only lists and searches know nothing of it.
 */
export const bareMessage = <M extends PreparedMessage>(message: M): M => ({
  ...message,
  parsed: { ...message.parsed, envelope: nobody },
  preview: '',
  hasFilesToRead: false,
  tsv: '',
})

export const isBare = ({ parsed }: PreparedMessage): boolean => parsed.envelope === nobody

/** True when the database refused a value, so that another try fares no better: SQLSTATE classes 22 and 54. */
export const isRefusedValue = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && /^(?:22|54)[0-9A-Z]{3}$/.test(String(thrown.code))

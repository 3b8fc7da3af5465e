import type { MessageDetail } from '@hongyan/contract/messages'
import type { SenderWarning } from '@hongyan/contract/reader-fields'

const tones: Record<SenderWarning['kind'], 'info' | 'warn' | 'danger'> = {
  'auth-failed': 'danger',
  'claims-inside': 'danger',
  'several-authors': 'danger',
  'colleague-name': 'danger',
  'lookalike-name': 'danger',
  'lookalike-domain': 'danger',
  'name-is-address': 'warn',
  'reply-elsewhere': 'warn',
  'link-differs': 'warn',
  'first-contact': 'info',
}

/** How grave a warning is. */
export const toneOf = (kind: SenderWarning['kind']): 'info' | 'warn' | 'danger' => tones[kind]

/** The sender may not be the one: not trusted for ever, not answered in a line. */
export const isSuspect = ({ warnings }: Pick<MessageDetail, 'warnings'>): boolean =>
  warnings.some(({ kind }) => tones[kind] === 'danger')

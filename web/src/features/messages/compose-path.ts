import { compose } from '@hongyan/contract/compose'
import { type WriteMode, writeModes } from '@hongyan/contract/write-modes'
import type { Needed } from '../../lib/me.ts'

/** What whoever writes asks of the server. */
export const writeNeeds: Needed = compose.saveDraft

/** Route of the composer: the type is `new` plus the mode, `newreply` (R35); a fresh mail is just `new`. */
export function composePath(mode: WriteMode, mailId = 0): string {
  return `/write/${mode === 'new' ? 'new' : `new${mode}`}/${mailId}`
}

/** The mode behind the `type` of that route; null when it is none. */
export function modeOfType(type: string): WriteMode | null {
  const bare = type.length > 3 && type.startsWith('new') ? type.slice(3) : type
  return writeModes.find((mode) => mode === bare) ?? null
}

/** A new mail to the address of a `mailto:` link: only recipients and subject are taken over (T37). */
export function mailtoPath(href: string): string {
  const [target = '', query = ''] = href.replace(/^mailto:/i, '').split('?', 2)
  const given = new URLSearchParams(query)
  const params = new URLSearchParams()
  const to = [decode(target), given.get('to') ?? ''].filter(Boolean).join(',')
  if (to) params.set('mailTo', to.slice(0, 600))
  const subject = given.get('subject')
  if (subject) params.set('mailSubject', subject.slice(0, 255))
  return `${composePath('new')}?${params}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

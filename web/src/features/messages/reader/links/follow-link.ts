import { hostOf } from '@hongyan/mime/html/link-text'
import type { LinkClick } from './link-click.ts'

/** Sites that a person chose not to be asked about again, on this device. */
const trustedKey = 'trustedSites'
const noteKey = 'linkNote'

/** What the warning page shows beside the address: it lies in this browser, so that no link can claim it. */
export interface LinkNote extends LinkClick {
  /** Who wrote the mail. */
  from: string
}

/**
 * Follows a link that a person clicked in a mail: to an outside site by way of the warning page, in a tab of its own. Only
 * web addresses come here.
 */
export function followLink({ href, text }: LinkClick, from: string): void {
  const host = hostOf(href)
  if (host === null) return
  if (host === location.hostname || isTrusted(host)) {
    window.open(href, '_blank', 'noopener,noreferrer')
    return
  }
  const note: LinkNote = { href, text, from }
  localStorage.setItem(noteKey, JSON.stringify(note))
  window.open(linkPagePath(href), '_blank', 'noopener')
}

const linkPagePath = (href: string): string =>
  `${location.pathname}#/linkPage?url=${encodeURIComponent(href)}`

/** What is known of a link that was clicked here; null for one that somebody else made. */
export function noteOf(href: string): LinkNote | null {
  const note = parse(localStorage.getItem(noteKey))
  return isNote(note) && note.href === href ? note : null
}

export function trustSite(host: string): void {
  const list = trustedSites().filter((one) => one !== host)
  localStorage.setItem(trustedKey, JSON.stringify([...list, host].slice(-200)))
}

const isTrusted = (host: string): boolean => trustedSites().includes(host)

function trustedSites(): string[] {
  const list = parse(localStorage.getItem(trustedKey))
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const isNote = (value: unknown): value is LinkNote =>
  typeof value === 'object' &&
  value !== null &&
  ['href', 'text', 'from'].every((name) => name in value)

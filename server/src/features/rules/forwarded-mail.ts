import type { HeaderField } from '@hongyan/mime/headers'
import { readHeaders } from '@hongyan/mime/headers'
import { withoutFields } from '../../delivery/inbound/forged-results.ts'
import { joinInTurns } from '../../platform/in-turns.ts'

/** Names the mailbox that passed a mail on by itself: one line for each, the newest on top. */
const mark = 'x-forwarded-by'
/** Mailboxes that may pass a mail on after each other. */
const maxHops = 5

/** False for a mail that this mailbox passed on before, or that went through too many. */
export function mayForward(fields: readonly HeaderField[], own: ReadonlySet<string>): boolean {
  const passed = fields.filter(({ name }) => name === mark).slice(0, maxHops)
  return passed.length < maxHops && !passed.some((field) => own.has(field.value().toLowerCase()))
}

/** The bytes as they came, so that their signatures stay good, under our mark; the old Return-Path is not passed on. */
export function forwardedMail(raw: Buffer, address: string): Promise<Buffer> {
  const old = readHeaders(raw).filter(({ name }) => name === 'return-path')
  return joinInTurns([Buffer.from(`X-Forwarded-By: ${address}\r\n`), ...withoutFields(raw, old)])
}

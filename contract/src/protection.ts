import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nothing, text } from './fields.ts'
import { moved } from './messages.ts'
import {
  heldClasses,
  listedSender,
  reportKinds,
  reportNote,
  senderRow,
  senderVerdict,
} from './protection-fields.ts'

/** What a person has of the protection: the own list of senders, and the mail that is held. */
export const protection = {
  senders: endpoint({
    id: 'X494',
    method: 'GET',
    path: 'mail/protection/senders',
    summary: 'Senders that the caller always wants or never, by address or domain',
    guard: 'session',
    query: z.object({
      before: id.optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(senderRow), hasMore: z.boolean() }),
    errors: [],
  }),
  saveSender: endpoint({
    id: 'X495',
    method: 'POST',
    path: 'mail/protection/senders/save',
    summary:
      'Puts a sender on the own list: what is blocked goes to junk, what is allowed does not, unless its sender is not proven or it has a virus',
    guard: 'session',
    body: z.object({ sender: listedSender, verdict: senderVerdict }),
    reply: z.object({ id: z.number() }),
    errors: ['protection.sender', 'protection.too-many'],
    rate: { max: 120, perSeconds: 60 },
  }),
  removeSender: endpoint({
    id: 'X496',
    method: 'POST',
    path: 'mail/protection/senders/remove',
    summary: 'Takes a sender off the own list',
    guard: 'session',
    body: z.object({ id }),
    reply: nothing,
    errors: ['item.not-found'],
  }),
  held: endpoint({
    id: 'X497',
    method: 'GET',
    path: 'mail/protection/held',
    summary: 'Mail that is held for the caller, the latest first; none of its text',
    guard: 'session',
    query: z.object({
      before: id.optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(30),
    }),
    reply: z.object({
      list: z.array(
        z.object({
          id: z.number(),
          class: z.enum(heldClasses),
          fromName: z.string(),
          fromAddress: z.string(),
          subject: z.string(),
          heldTime: z.string(),
          expiresTime: z.string(),
          asked: z.boolean(),
        }),
      ),
      hasMore: z.boolean(),
    }),
    errors: [],
  }),
  askRelease: endpoint({
    id: 'X498',
    method: 'POST',
    path: 'mail/protection/held/ask',
    summary: 'Asks the administrators to release a held mail',
    guard: 'session',
    body: z.object({ id }),
    reply: nothing,
    errors: ['item.not-found', 'protection.virus'],
    rate: { max: 60, perSeconds: 60 },
  }),
  report: endpoint({
    id: 'X550',
    method: 'POST',
    path: 'mail/protection/reports/save',
    summary:
      'Reports a mail of the own mailbox to the administrators, who see it from then on, and moves it to junk; of encrypted and read-limited mail they see who wrote it and nothing else',
    guard: 'session',
    body: z.object({
      mailId: id,
      kind: z.enum(reportKinds),
      note: text(reportNote).default(''),
    }),
    reply: moved,
    errors: ['item.not-found', 'protection.not-received', 'protection.reported'],
    rate: { max: 30, perSeconds: 60 },
  }),
  withdraw: endpoint({
    id: 'X551',
    method: 'POST',
    path: 'mail/protection/reports/withdraw',
    summary: 'Takes the own report of a mail back, as long as nobody decided on it',
    guard: 'session',
    body: z.object({ mailId: id }),
    reply: nothing,
    errors: ['item.not-found'],
    rate: { max: 30, perSeconds: 60 },
  }),
} as const

import { z } from 'zod'
import { composeFile } from './compose.ts'
import { endpoint } from './endpoint.ts'
import { id, nothing, ownAddress, paperRef, text } from './fields.ts'
import { limits } from './limits.ts'
import { ownPicture } from './own-pictures.ts'

/** A letter template as a list shows it. */
export const templateItem = z.object({
  templateId: z.number(),
  name: z.string(),
  subject: z.string(),
  /** First words of its text. */
  preview: z.string(),
  paperId: z.string(),
})
export type TemplateItem = z.infer<typeof templateItem>

/** A whole template: its variables (`{{my.name}}`) are filled where it is put into a mail. */
export const template = templateItem.extend({
  content: z.string(),
  pictures: z.array(ownPicture),
})
export type Template = z.infer<typeof template>

/** A letter paper: ours by name (contract/src/papers.ts), or an own picture by number. */
export const paper = z.object({
  paperId: z.string(),
  name: z.string(),
  /** Address of the picture of an own paper, signed for an hour; null for a built-in one. */
  url: z.string().nullable(),
  /** Nobody but the administrator takes it away. */
  isSystem: z.boolean(),
})
export type Paper = z.infer<typeof paper>

const templateBody = z.object({
  templateId: id.optional(),
  name: text(limits.templateName),
  subject: text(limits.subject).default(''),
  content: text(limits.template),
  paperId: paperRef.default(''),
  emailAddr: ownAddress,
})

export const templates = {
  list: endpoint({
    id: 'E140',
    method: 'GET',
    path: 'mail/template/letterTemplateList',
    summary: 'Own letter templates, by name',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(templateItem) }),
    errors: ['address.not-yours'],
  }),
  info: endpoint({
    id: 'E141',
    method: 'GET',
    path: 'mail/template/letterTemplateInfo',
    summary: 'One letter template',
    guard: 'session',
    member: 'read',
    query: z.object({ templateId: id, emailAddr: ownAddress }),
    reply: template,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  save: endpoint({
    id: 'E142',
    method: 'POST',
    path: 'mail/template/saveOrUpdateLetterTemplate',
    summary: 'Make a letter template, or change one by its templateId',
    guard: 'session',
    member: 'full',
    bodyLimit: 4 * 1024 * 1024,
    body: templateBody,
    reply: template,
    errors: [
      'template.no-name',
      'template.empty',
      'template.too-many',
      'paper.gone',
      'item.not-found',
      'address.not-yours',
    ],
  }),
  remove: endpoint({
    id: 'E143',
    method: 'POST',
    path: 'mail/template/delLetterTemplate',
    summary: 'Delete a letter template',
    guard: 'session',
    member: 'full',
    body: z.object({ templateId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  use: endpoint({
    id: 'X114',
    method: 'POST',
    path: 'mail/template/use',
    summary: 'A template for a mail: its text, and its pictures as files of that mail',
    guard: 'session',
    member: 'send',
    body: z.object({ templateId: id, emailAddr: ownAddress }),
    reply: z.object({
      subject: z.string(),
      content: z.string(),
      paperId: z.string(),
      files: z.array(composeFile),
    }),
    errors: ['item.not-found', 'address.not-yours'],
    rate: { max: 300, perSeconds: 60 },
  }),
  papers: endpoint({
    id: 'E55',
    method: 'GET',
    path: 'mail/main/paper',
    summary: 'Letter papers: ours, then own ones',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(paper) }),
    errors: ['address.not-yours'],
  }),
  addPaper: endpoint({
    id: 'E54',
    method: 'POST',
    path: 'mail/main/paper/add',
    summary: 'A letter paper from a picture (multipart field `file`, at most 2M; optional `name`)',
    guard: 'session',
    member: 'full',
    kind: 'upload',
    bodyLimit: limits.picture + 64 * 1024,
    reply: paper,
    errors: [
      'upload.picture-too-big',
      'upload.empty',
      'upload.not-picture',
      'paper.too-many',
      'picture.too-many',
      'request.invalid',
    ],
    rate: { max: 60, perSeconds: 60 },
  }),
  removePaper: endpoint({
    id: 'E56',
    method: 'POST',
    path: 'mail/main/paper/delete',
    summary: 'Delete an own letter paper; mails that have it keep it',
    guard: 'session',
    member: 'full',
    body: z.object({ paperId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
}

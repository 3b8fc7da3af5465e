import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'

/** A department with everybody who is in it or below it. */
export const treeDepartment = z.object({
  departmentId: z.number(),
  name: z.string(),
  /** Names of the departments above it, outermost first: told in search results. */
  path: z.array(z.string()),
  /** How many can be written to, in it and below. */
  people: z.number(),
})
export type TreeDepartment = z.infer<typeof treeDepartment>

export const treePerson = z.object({
  name: z.string(),
  address: z.string(),
  department: z.string(),
  duties: z.string(),
})
export type TreePerson = z.infer<typeof treePerson>

export const contacts = {
  tree: endpoint({
    id: 'E44',
    method: 'GET',
    path: 'contact/tree',
    summary:
      'The address book for picking recipients, one node and one page at a time; a keyword (name, pinyin, initials, address) searches all of it',
    guard: 'session',
    member: 'read',
    query: z.object({
      /** `organisation`: the top; `department`: what is in `departmentId`; `recent`: people written to, newest first. */
      node: z.enum(['organisation', 'department', 'recent']).default('organisation'),
      departmentId: id.optional(),
      /** Everybody in the department and below it, in one answer: at most as many as one mail may have. */
      whole: flag.default(false),
      keyword: text(100).optional(),
      pageSize: z.coerce
        .number()
        .int()
        .min(1)
        .max(limits.maxPageSize)
        .default(limits.contactPageSize),
      /** Cursor of the answer before. */
      sortValues: text(600).optional(),
      emailAddr: ownAddress,
    }),
    reply: z.object({
      /** Name of the organisation or department that was asked for. */
      name: z.string(),
      /** How many people there are in it and below; null where they are not counted. */
      total: z.number().nullable(),
      departments: z.array(treeDepartment),
      people: z.array(treePerson),
      /** Null when this was all. */
      sortValues: z.string().nullable(),
    }),
    errors: [
      'item.not-found',
      'compose.too-many-recipients',
      'request.invalid',
      'address.not-yours',
    ],
    rate: { max: 600, perSeconds: 60 },
  }),
}

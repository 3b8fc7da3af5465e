import type { Wanted } from '../lists/people-csv.ts'
import { pathOf, pathText } from '../lists/people-csv.ts'
import type { ScimPerson } from './scim.queries.ts'
import { invalid } from './scim-error.ts'
import { attributesIn, type Change } from './scim-patch.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** What a program says of a person; what is absent stays. */
export interface Said {
  userName?: string
  externalId?: string
  displayName?: string
  formatted?: string
  givenName?: string
  familyName?: string
  active?: boolean
  title?: string
  phone?: string
  department?: string
  password?: string
}

/** A whole person. @throws ScimError */
export function saidIn(body: unknown): Said {
  if (typeof body !== 'object' || body === null) throw invalid('No resource', 'invalidSyntax')
  const said: Said = {}
  for (const [name, value] of attributesIn(body))
    note(said, { op: 'replace', attribute: nameOf(name), brackets: '', value })
  return said
}

const nameOf = (name: string): string => name.toLowerCase()

export function saidBy(changes: readonly Change[]): Said {
  const said: Said = {}
  for (const change of changes) note(said, change)
  return said
}

const texts: Record<string, Exclude<keyof Said, 'active'>> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  'name.formatted': 'formatted',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
  title: 'title',
  department: 'department',
  password: 'password',
}

/** Attributes that are not kept are left out, as the standard wants it of a server (RFC 7644 §3.3). */
function note(said: Said, { op, attribute, brackets, value }: Change): void {
  const name = texts[attribute]
  if (name) said[name] = op === 'remove' ? '' : textOf(value, attribute)
  else if (attribute === 'active') said.active = flagOf(value)
  else if (attribute === 'phonenumbers' || attribute === 'phonenumbers.value')
    said.phone = op === 'remove' ? '' : phoneIn(value, { brackets, before: said.phone })
}

function textOf(value: unknown, attribute: string): string {
  if (typeof value === 'string') return value.trim()
  if (value === null || value === undefined) return ''
  throw invalid(`${attribute} must be a text`)
}

/** Entra ID sends the words "True" and "False". */
function flagOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const word = String(value).toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  throw invalid('active must be true or false')
}

/** The phone at work, or else the first. */
function phoneIn(
  value: unknown,
  { brackets, before }: { brackets: string; before: string | undefined },
): string {
  if (typeof value === 'string')
    return /type eq "?work/i.test(brackets) || brackets === '' ? value : (before ?? value)
  if (!Array.isArray(value)) return ''
  const list = value.filter((one) => typeof one === 'object' && one !== null)
  const best = list.find((one) => one.type === 'work') ?? list.find((one) => one.primary) ?? list[0]
  return textOf(best?.value, 'phoneNumbers')
}

/** The name as it is shown: what the program calls it, else made of its parts. */
export function shownName(said: Said, before: Partial<ScimPerson> = {}): string {
  const given = said.givenName ?? before.givenName ?? ''
  const family = said.familyName ?? before.familyName ?? ''
  const whole = said.displayName || said.formatted
  if (whole) return whole
  const isNewPart = said.givenName !== undefined || said.familyName !== undefined
  if (!isNewPart && before.name) return before.name
  // A Chinese name begins with that of the family, and has no space.
  const isHan = /\p{Script=Han}/u.test(family + given)
  const made = isHan ? `${family}${given}` : `${given} ${family}`.trim()
  return made || before.name || ''
}

/** As a row of a list says it. */
export const wantedOf = (said: Said, address: string, name: string): Wanted => ({
  address,
  ...(name !== '' && { name }),
  ...(said.title !== undefined && { duties: said.title }),
  ...(said.phone !== undefined && { phone: said.phone }),
  ...(said.department !== undefined && { department: pathOf(said.department) }),
  ...(said.active !== undefined && { disabled: !said.active }),
})

export const shownUser = (
  one: ScimPerson,
  { base, path }: { base: string; path: readonly string[] },
) => ({
  schemas: [userSchema, enterpriseSchema],
  id: String(one.accountId),
  ...(one.externalId && { externalId: one.externalId }),
  userName: one.address,
  name: {
    formatted: one.name,
    ...(one.familyName && { familyName: one.familyName }),
    ...(one.givenName && { givenName: one.givenName }),
  },
  displayName: one.name,
  active: one.active,
  emails: [
    { value: one.address, type: 'work', primary: true },
    ...one.aliases.map((value) => ({ value, type: 'other', primary: false })),
  ],
  ...(one.duties && { title: one.duties }),
  ...(one.phone && { phoneNumbers: [{ value: one.phone, type: 'work' }] }),
  groups:
    one.departmentId === null
      ? []
      : [
          {
            value: String(one.departmentId),
            display: path.at(-1) ?? '',
            type: 'direct',
            $ref: `${base}/Groups/${one.departmentId}`,
          },
        ],
  [enterpriseSchema]: path.length > 0 ? { department: pathText(path) } : {},
  meta: {
    resourceType: 'User',
    created: one.createdAt.toISOString(),
    lastModified: one.changedAt.toISOString(),
    location: `${base}/Users/${one.accountId}`,
  },
})

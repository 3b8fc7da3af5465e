import { z } from 'zod'
import { invalid } from './scim-error.ts'
import { plainName } from './scim-filter.ts'

/** One change: an attribute in small letters without its schema, and its value; `brackets` is what chose among several. */
export interface Change {
  op: 'add' | 'replace' | 'remove'
  attribute: string
  brackets: string
  value: unknown
}

const operations = z.object({
  Operations: z
    .array(
      z.object({
        // Entra ID writes it with a capital.
        op: z.string().transform((op) => op.toLowerCase()),
        path: z.string().max(500).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(200),
})

/** The changes of a PATCH (RFC 7644 §3.5.2) in the shapes that are sent. @throws ScimError */
export function parsePatch(body: unknown): Change[] {
  const parsed = operations.safeParse(spelledAlike(body))
  if (!parsed.success) throw invalid('Operations are missing', 'invalidSyntax')
  return parsed.data.Operations.flatMap(({ op, path, value }) => {
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalid(`There is no operation ${op}`, 'invalidSyntax')
    if (path) return [changeAt(op, path, value)]
    // Okta names no path: the value has the attributes. Entra ID writes their names with dots.
    if (typeof value !== 'object' || value === null || op === 'remove')
      throw invalid('A path or a value is missing', 'noTarget')
    return attributesIn(value).map(([name, one]) => changeAt(op, name, one))
  })
}

/** Attributes of an object, those inside of others by a dot. */
export function attributesIn(value: object): [string, unknown][] {
  return Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    const isGroup = typeof one === 'object' && one !== null && !Array.isArray(one)
    if (name.toLowerCase().startsWith('urn:') && isGroup) return attributesIn(one)
    if (isGroup) return attributesIn(one).map(([inner, it]) => [`${name}.${inner}`, it])
    return [[name, one]]
  })
}

/** What stands between the first `[` and the next `]`; '' when there is none. */
function insideBrackets(path: string): string {
  const from = path.indexOf('[')
  const to = from < 0 ? -1 : path.indexOf(']', from)
  return to < 0 ? '' : path.slice(from + 1, to)
}

const changeAt = (op: Change['op'], path: string, value: unknown): Change => ({
  op,
  attribute: plainName(path),
  brackets: insideBrackets(path),
  value,
})

const spelledAlike = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body
  const found = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')
  return { Operations: found?.[1] }
}

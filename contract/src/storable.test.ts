import { expect, it } from 'vitest'
import type { z } from 'zod'
import { allEndpoints } from './all.ts'
import { consoleContract } from './console.ts'

/** As zod keeps it: what a schema is made of. */
interface Def {
  type: string
  shape?: Record<string, Schema>
  options?: Schema[]
  items?: Schema[]
  element?: Schema
  innerType?: Schema
  keyType?: Schema
  valueType?: Schema
  left?: Schema
  right?: Schema
  in?: Schema
}
type Schema = z.ZodType & { _zod: { def: Def } }

interface Leaf {
  path: string
  schema: Schema
}

/** Every text and number that a part of a call may hold, however deep, names of a record among them. */
function leavesOf(schema: Schema, path: string): Leaf[] {
  const { def } = schema._zod
  if (def.type === 'string' || def.type === 'number') return [{ path, schema }]
  const inside: [string, Schema | undefined][] = [
    ...Object.entries(def.shape ?? {}).map(([key, one]): [string, Schema] => [`.${key}`, one]),
    ...(def.options ?? def.items ?? []).map((one, at): [string, Schema] => [`|${at}`, one]),
    ['[]', def.element],
    ['{name}', def.keyType],
    ['{}', def.valueType],
    ...[def.innerType, def.left, def.right, def.in].map((one): [string, typeof one] => ['', one]),
  ]
  return inside.flatMap(([step, one]) => (one ? leavesOf(one, path + step) : []))
}

const consoleEndpoints = Object.entries(consoleContract).map(([name, one]) => ({
  feature: 'console',
  ...one,
  name,
}))
const leaves = [...allEndpoints, ...consoleEndpoints].flatMap((endpoint) => {
  const parts = endpoint as { params?: unknown; query?: unknown; body?: unknown }
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = parts[part] as Schema | undefined
    return schema ? leavesOf(schema, `${endpoint.feature}.${endpoint.name} ${part}`) : []
  })
})

/** Bytes in base64 that are taken apart and never stored as they came. */
const decoded = [
  'console.addPicture body.data',
  'console.addPaper body.data',
  'console.checkList body.file',
]
/** The service says in words how many there may be. */
const limitedByService = /\.authorisation\.(?:readCount|validDays)$/

const takes = (type: string, values: readonly unknown[]): string[] =>
  leaves
    .filter(({ path }) => !decoded.includes(path) && !limitedByService.test(path))
    .filter(({ schema }) => schema._zod.def.type === type)
    .filter(({ schema }) => values.some((value) => schema.safeParse(value).success))
    .map(({ path }) => path)

it('ERRORS-09 P9 no text of any call, however deep it lies, may hold what PostgreSQL cannot store: a NUL, half a character', () => {
  expect(leaves.length).toBeGreaterThan(500)
  expect(takes('string', ['\u0000', 'a\u0000bc', '\ud800', 'abc\udfffdef'])).toEqual([])
})

it('ERRORS-09 P9 no number of any call may be larger than a column', () => {
  expect(takes('number', [1e300, -1e300, 2 ** 53])).toEqual([])
})

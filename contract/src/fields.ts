import { z } from 'zod'

/** At most so many UTF-16 units. The library counts the characters of a text that is too long: of 20 MB for 80 ms. */
export const upTo = (max: number) =>
  z
    .string()
    .refine((value) => value.length <= max, { abort: true, message: 'is too long' })
    .max(max)

/**
 * A line or text a person typed: no NUL (PostgreSQL text refuses it) and no lone surrogate
 * (it has no UTF-8 form), at most `max` UTF-16 units.
 */
export const text = (max: number) =>
  upTo(max).refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
    message: 'contains characters that cannot be stored',
  })

/** A letter paper: the name of one of ours, the number of an own one, '' for none. */
export const paperRef = z.string().regex(/^(?:[a-z]{1,20}|[1-9]\d{0,14})?$/)

/** A positive whole number used as an identifier; numbers and their decimal text are accepted. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Identifier lists travel as arrays or, as the specification says, as a comma-separated text (G70). */
export const idList = z
  .union([
    z.array(id).max(1000),
    upTo(20_000)
      .regex(/^\d+(,\d+)*$/)
      .transform((list) => list.split(',').map(Number)),
  ])
  .transform((list) => [...new Set(list)])
  .refine((list) => list.length <= 1000, { message: 'at most 1000 items at once' })
  .refine((list) => list.every((one) => one > 0 && Number.isSafeInteger(one)), {
    message: 'not a list of identifiers',
  })

/** 0/1, '0'/'1', 'true'/'false' and booleans, as query strings and old clients write them. */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

/** An instant in ISO 8601 with offset. */
export const instant = z.iso.datetime({ offset: true })

/** Name and address of a person in a mail; `name` may be empty. */
export const person = z.object({ name: z.string(), address: z.string() })
export type Person = z.infer<typeof person>

/** The signed-in address that many payloads carry; the server refuses any other (decision G18). */
export const ownAddress = text(320).optional()

/** An empty answer. */
export const nothing = z.object({})

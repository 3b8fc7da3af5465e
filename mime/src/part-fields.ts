import { cleanText, cut } from './clean.ts'
import { decodeWords } from './encoded-words.ts'
import { cleanFilename } from './filenames.ts'
import type { HeaderField } from './headers.ts'
import type { ParamField } from './params.ts'
import { parseParamField, withoutComments } from './params.ts'
import type { LimitHit, ParseLimits, Part } from './types.ts'

/** What the Content-… fields of one part say. */
export type PartFields = Pick<
  Part,
  | 'type'
  | 'subtype'
  | 'params'
  | 'encoding'
  | 'disposition'
  | 'dispositionParams'
  | 'filename'
  | 'contentId'
  | 'description'
  | 'language'
  | 'location'
  | 'md5'
> & { boundary: string; hits: LimitHit[] }

const MAX_VALUE = 2000
const TOKEN = /^[a-z0-9][\w!#$&^.+-]{0,126}$/
const NOTHING: ParamField = { value: '', params: {}, hits: [] }

/** Reads the Content-… fields (first of each name). `inDigest`: the default type is message/rfc822 (RFC 2046 section 5.1.5). */
export function readPartFields(
  fields: HeaderField[],
  context: { inDigest: boolean; limits: ParseLimits },
): PartFields {
  const found = contentFields(fields)
  const params = (name: string): ParamField => {
    const field = found.get(name)
    return field === undefined ? NOTHING : parseParamField(field.value(), context.limits)
  }
  const text = (name: string): string | null => {
    const value = cut(cleanText(found.get(name)?.value().toWellFormed() ?? ''), MAX_VALUE).trim()
    return value === '' ? null : value
  }
  const type = params('content-type')
  const disposition = params('content-disposition')
  const named = disposition.params.filename ?? type.params.name
  const [main, sub] = splitType(type.value, {
    inDigest: context.inDigest,
    isNamed: named !== undefined,
  })
  const description = text('content-description')
  return {
    type: main,
    subtype: sub,
    params: type.params,
    encoding: firstWord(text('content-transfer-encoding')) || '7bit',
    disposition: firstWord(disposition.value) || null,
    dispositionParams: disposition.params,
    filename: named === undefined ? null : cleanFilename(named),
    contentId: bareId(text('content-id')),
    description: description === null ? null : cut(decodeWords(description), MAX_VALUE),
    language: text('content-language'),
    location: text('content-location')?.replace(/\s+/g, '') ?? null,
    md5: text('content-md5'),
    boundary: (type.params.boundary ?? '').trimEnd(),
    hits: [...type.hits, ...disposition.hits],
  }
}

function contentFields(fields: HeaderField[]): Map<string, HeaderField> {
  const found = new Map<string, HeaderField>()
  for (const field of fields) {
    if (field.name.startsWith('content-') && !found.has(field.name)) found.set(field.name, field)
  }
  return found
}

/** Missing or broken types are text/plain (RFC 2045 section 5.2), but a file with a name stays a file. */
function splitType(
  given: string,
  { inDigest, isNamed }: { inDigest: boolean; isNamed: boolean },
): [string, string] {
  if (given === '') return inDigest ? ['message', 'rfc822'] : ['text', 'plain']
  // `application-x-gzip` has been seen.
  const value = given.replace(/^(application|image|audio|video)-(?=[^/]+$)/, '$1/')
  const slash = value.indexOf('/')
  const main = value.slice(0, slash === -1 ? value.length : slash).trim()
  const sub =
    slash === -1
      ? ''
      : (value
          .slice(slash + 1)
          .trim()
          .split(/[\s,]/)[0] ?? '')
  if (TOKEN.test(main) && TOKEN.test(sub)) return [main, sub]
  if (main === 'multipart') return ['multipart', 'mixed']
  if (isNamed && main !== 'text' && main !== 'html') return ['application', 'octet-stream']
  return ['text', main === 'html' ? 'html' : 'plain']
}

function firstWord(value: string | null): string {
  if (value === null) return ''
  const word =
    withoutComments(value)
      .trim()
      .toLowerCase()
      .split(/[\s;,]/)[0] ?? ''
  return cut(word.replace(/^["']|["']$/g, ''), 100)
}

function bareId(value: string | null): string | null {
  const id = value?.replace(/[<>\s]/g, '') ?? ''
  return id === '' ? null : id
}

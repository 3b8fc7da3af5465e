import type { Part } from './types.ts'

/**
 * `encrypted`: the whole mail is one CMS object, or claims to be; `signed`: the whole mail is multipart/signed;
 * `opaque`: the whole mail is one CMS object that holds its text signed; `part`: only something below the root is S/MIME.
 */
export type SmimeForm = 'encrypted' | 'signed' | 'opaque' | 'part'

/** What of a mail is S/MIME (RFC 8551 section 3), by its structure alone; null for nothing. Attached messages do not count. */
export function smimeFormOf(root: Part): SmimeForm | null {
  return formOf(root) ?? (root.parts.some(isBelow) ? 'part' : null)
}

const isBelow = (part: Part): boolean => formOf(part) !== null || part.parts.some(isBelow)

function formOf(part: Part): Exclude<SmimeForm, 'part'> | null {
  const { type, subtype, params, filename } = part
  if (type === 'multipart') {
    const isOurs = /^application\/(?:x-)?pkcs7-signature$/i.test(params.protocol ?? '')
    return subtype === 'signed' && isOurs ? 'signed' : null
  }
  if (type !== 'application') return null
  if (/^(?:x-)?pkcs7-mime$/.test(subtype)) return cmsForm(params['smime-type'])
  return subtype === 'octet-stream' && /\.p7m$/i.test(filename ?? '') ? 'encrypted' : null
}

/** By RFC 8551 section 3.2.2; a missing smime-type may be anything, which the object itself tells. */
function cmsForm(smimeType = ''): 'encrypted' | 'opaque' | null {
  const kind = smimeType.toLowerCase()
  if (kind === 'signed-data') return 'opaque'
  return kind === 'certs-only' || kind === 'compressed-data' ? null : 'encrypted'
}

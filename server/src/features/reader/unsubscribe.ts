import type { UnsubscribeWay } from '@hongyan/contract/reader-fields'
import { getHeader, getHeaders, type HeaderField } from '@hongyan/mime/headers'
import type { Authentication } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import { FetchRefused, type GuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { isFailed } from './warnings.ts'

/** A way to leave a list, with the address that a one-click POST goes to. */
export interface Unsubscribe {
  shown: UnsubscribeWay
  /** Only for `post`. */
  postUrl: string | null
}

const maxUris = 10

/**
 * What List-Unsubscribe offers (RFC 2369). One click only where RFC 8058 §4 allows it: List-Unsubscribe-Post is there, and
 * a DKIM signature that passed covers both fields; else anybody could make our server post somewhere. Nothing is
 * offered for mail whose sender failed the checks: an answer would only tell him that somebody reads.
 */
export function unsubscribeOf(
  fields: HeaderField[],
  authentication: Authentication | null,
): Unsubscribe | null {
  const header = getHeader(fields, 'list-unsubscribe')
  if (header === null || isFailed(authentication)) return null
  const uris = [...header.matchAll(/<\s{0,20}([^<>\s]{1,2000})\s{0,20}>/g)]
    .slice(0, maxUris)
    .map(([, uri]) => uri ?? '')
  const https = uris.map(webUrl).find((url) => url?.protocol === 'https:')
  if (https && isOneClick(fields, authentication)) {
    return { shown: { way: 'post', target: https.hostname }, postUrl: https.href }
  }
  const mail = uris.find((uri) => /^mailto:[^\s@]+@\S+$/i.test(uri))
  if (mail) return { shown: { way: 'mail', target: mail }, postUrl: null }
  const page = uris.map(webUrl).find((url) => url !== null)
  return page ? { shown: { way: 'link', target: page.href }, postUrl: null } : null
}

function webUrl(uri: string): URL | null {
  if (!/^https?:\/\//i.test(uri) || !URL.canParse(uri)) return null
  return new URL(uri)
}

/** RFC 8058 §3.1: exactly this pair. */
const oneClick = /^\s*List-Unsubscribe=One-Click\s*$/i

function isOneClick(fields: HeaderField[], authentication: Authentication | null): boolean {
  const post = getHeader(fields, 'list-unsubscribe-post')
  if (post === null || !oneClick.test(post)) return false
  if (authentication?.dkim !== 'pass' || authentication.domain === null) return false
  const vouching = authentication.domain.toLowerCase()
  return getHeaders(fields, 'dkim-signature').some((signature) => {
    const tags = tagsOf(signature)
    const covered = (tags.get('h') ?? '')
      .toLowerCase()
      .split(':')
      .map((one) => one.trim())
    const domain = tags.get('d')?.toLowerCase() ?? ''
    const isVouched = domain === vouching || domain.endsWith(`.${vouching}`)
    return (
      isVouched && covered.includes('list-unsubscribe') && covered.includes('list-unsubscribe-post')
    )
  })
}

/** RFC 6376 §3.2. */
const tagsOf = (signature: string): Map<string, string> =>
  new Map(
    signature.split(';').map((tag) => {
      const at = tag.indexOf('=')
      return [tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replace(/\s+/g, '')] as const
    }),
  )

/** RFC 8058 §3.1: the pair in the body, nothing else, no redirects. */
export async function postOneClick(web: GuardedFetch, url: string): Promise<void> {
  try {
    const { status } = await web.fetch({
      url,
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      accept: '*/*',
      maxBytes: 256 * 1024,
      maxRedirects: 0,
    })
    if (status < 200 || status > 299) throw new AppError('unsubscribe.failed')
  } catch (thrown) {
    if (!(thrown instanceof FetchRefused)) throw thrown
    throw new AppError('unsubscribe.failed')
  }
}

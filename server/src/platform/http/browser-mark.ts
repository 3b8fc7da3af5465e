import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Where a login begins, and nowhere else: what comes after it has the ticket of its beginning. It is proof of nothing but
 * that a login of this browser succeeded before.
 */
const paths = ['/api/oauth', '/api/mail/apilogin']
const maxAge = 400 * 24 * 3600
/** A login that is half done lives no longer. */
const halfMaxAge = 12 * 3600

/** What a browser keeps to be known by at its next login; no script can read it. */
export interface BrowserMark {
  /** '' for a browser that was never here. */
  value: string
  /** @param value of letters, digits and `.`, `~`, `_`, `-` */
  remember(value: string): void
  /** What this browser keeps of a login that is half done; '' for none. */
  half: string
  keepHalf(value: string): void
}

/** @param secure true when browsers reach us by https */
export function browserMark(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): BrowserMark {
  const name = nameOf('browser', secure)
  const rules = `HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    value: cookieOf(request, name),
    remember: (value) => {
      reply.header(
        'Set-Cookie',
        paths.map((path) => `${name}=${value}; Path=${path}; Max-Age=${maxAge}; ${rules}`),
      )
    },
    half: halfMarkOf(request, secure),
    keepHalf: (value) => {
      const half = `${nameOf('half', secure)}=${value}; Path=/api; Max-Age=${halfMaxAge}; ${rules}`
      reply.header('Set-Cookie', half)
    },
  }
}

/** @returns '' for none */
export const halfMarkOf = (request: FastifyRequest, secure: boolean): string =>
  cookieOf(request, nameOf('half', secure))

const nameOf = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name)

function cookieOf({ headers }: FastifyRequest, name: string): string {
  const cookies = String(headers.cookie ?? '').split(';')
  const own = cookies.map((one) => one.trim()).find((one) => one.startsWith(`${name}=`))
  return own?.slice(name.length + 1, name.length + 4_000) ?? ''
}

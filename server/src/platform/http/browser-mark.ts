import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Where a login begins, and nowhere else: what comes after it has the ticket of its beginning. It is proof of nothing but
 * that a login of this browser succeeded before.
 */
const paths = ['/api/oauth', '/api/mail/apilogin']
const maxAge = 400 * 24 * 3600

/** What a browser keeps to be known by at its next login; no script can read it. */
export interface BrowserMark {
  /** '' for a browser that was never here. */
  value: string
  /** @param value of letters, digits and `.`, `~`, `_`, `-` */
  remember(value: string): void
}

/** @param secure true when browsers reach us by https */
export function browserMark(
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): BrowserMark {
  const name = secure ? '__Secure-browser' : 'browser'
  const cookies = String(request.headers.cookie ?? '').split(';')
  const own = cookies.map((one) => one.trim()).find((one) => one.startsWith(`${name}=`))
  return {
    value: own?.slice(name.length + 1, name.length + 4_000) ?? '',
    remember: (value) => {
      const rules = `Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
      reply.header(
        'Set-Cookie',
        paths.map((path) => `${name}=${value}; Path=${path}; ${rules}`),
      )
    },
  }
}

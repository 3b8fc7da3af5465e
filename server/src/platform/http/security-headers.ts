/**
 * Headers of every answer that may be a page. Scripts only from our own files; styles may be inline (React sets them), which runs
 * nothing; mail is shown in frames that carry a stricter policy of their own. Prefetch off: CVE-2010-0464 (T13).
 */
const base: Record<string, string> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Level 3 of the policy counts the page's own WebSocket to 'self'.
    "connect-src 'self'",
    "media-src 'self' blob:",
    "frame-src 'self' blob: data:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    // Chromium: text becomes HTML or the address of a script in web/src/lib/trusted.ts and in DOMPurify alone (ADR 24).
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify hongyan-apart hongyan-frame hongyan-script',
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-DNS-Prefetch-Control': 'off',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** What is no page has no part in the longest of them: 600 bytes of each answer of a start. */
const brief = ({ 'Permissions-Policy': _, ...headers }: typeof base, policy: string) => ({
  ...headers,
  'Content-Security-Policy': policy,
})

const headersOf = {
  page: base,
  // A script in a worker is bound by the policy that it came with.
  asset: brief(base, "default-src 'self'; frame-ancestors 'none'"),
  data: brief(base, "default-src 'none'; frame-ancestors 'self'"),
}

const kindOf = (url: string): keyof typeof headersOf => {
  if (url.startsWith('/assets/')) return 'asset'
  return url.startsWith('/api/') ? 'data' : 'page'
}

/** @param secure true when browsers reach us by https */
export const securityHeaders = (url: string, secure: boolean): Record<string, string> => {
  const headers = headersOf[kindOf(url)]
  return secure ? { ...headers, 'Strict-Transport-Security': 'max-age=31536000' } : headers
}

/** For files that came from outside: nothing in them may run, whatever a browser takes them for (T4). */
export const untrustedFileHeaders: Record<string, string> = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, max-age=300',
}

/** What authentication of a mail came to, in one line. */
export function resultsOf(results: unknown): string {
  if (results === null || typeof results !== 'object') return ''
  const { spf = '', dkim = '', dmarc = '', arc = '' } = results as Record<string, string>
  return `SPF ${spf} · DKIM ${dkim} · DMARC ${dmarc} · ARC ${arc}`
}

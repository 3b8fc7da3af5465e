/** What a domain says of how its mail is to be carried (RFC 8461 §3.2). */
export interface StsPolicy {
  mode: 'enforce' | 'testing' | 'none'
  /** Names of mail servers; `*.` in front stands for one label. */
  mx: string[]
  /** Seconds for which it holds. */
  maxAge: number
}

/** RFC 8461 §3.2: one year. */
const longest = 31_557_600
const mostServers = 100

/**
 * The identifier of the policy that a domain publishes (RFC 8461 §3.1).
 * @param records the TXT records of `_mta-sts.` and the domain
 * @returns null when there is none, or more than one
 */
export function stsIdOf(records: readonly (readonly string[])[]): string | null {
  const [one, ...others] = records
    .map((parts) => parts.join(''))
    .filter((text) => /^v=STSv1[ \t]{0,9};/.test(text))
  if (one === undefined || others.length > 0) return null
  for (const field of one.split(';')) {
    const [name, value = ''] = field.trim().split('=', 2)
    if (name === 'id') return /^[A-Za-z0-9]{1,32}$/.test(value) ? value : null
  }
  return null
}

/** @returns null for what is no policy */
export function readStsPolicy(body: string): StsPolicy | null {
  const fields = new Map<string, string[]>()
  for (const line of body.split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at < 0) continue
    const name = line.slice(0, at).trim()
    const values = fields.get(name) ?? []
    // Of a policy of nothing but such lines the rest is not kept: nobody has so many servers.
    if (values.length < mostServers) values.push(line.slice(at + 1).trim())
    fields.set(name, values)
  }
  const first = (name: string) => fields.get(name)?.[0] ?? ''
  const mode = first('mode')
  const age = first('max_age')
  const mx = (fields.get('mx') ?? []).map((name) => name.toLowerCase()).filter(isPattern)
  if (first('version') !== 'STSv1' || !/^\d{1,10}$/.test(age)) return null
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return null
  if (mode !== 'none' && mx.length === 0) return null
  return { mode, mx: mx.slice(0, mostServers), maxAge: Math.min(Number(age), longest) }
}

const isPattern = (name: string): boolean =>
  name.length < 256 && /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)

/** Whether a policy names this server (RFC 8461 §4.1). */
export const namesServer = ({ mx }: StsPolicy, host: string): boolean =>
  mx.some((one) =>
    one.startsWith('*.')
      ? host.slice(host.indexOf('.')) === one.slice(1) && host.indexOf('.') > 0
      : one === host,
  )

import { fail, port, text, variable } from './config-values.ts'

/** Ports of mail programs by the names of their services (RFC 6186, RFC 8314), as SRV records have them too. */
export const programServices = [
  'imap',
  'imaps',
  'pop3',
  'pop3s',
  'submission',
  'submissions',
] as const
export type ProgramService = (typeof programServices)[number]

/** Where mail programs find us, when that is not the port we listen on ourselves. */
export interface ProgramsConfig {
  /** Null: the name of this server. */
  host: string | null
  ports: Partial<Record<ProgramService, number>>
}

export const programVariables = {
  HONGYAN_PROGRAM_HOST: variable(
    '',
    'Name that mail programs connect to (IMAP, POP3, submission), as the settings page and automatic set-up tell it; empty: HONGYAN_HOSTNAME',
    text,
  ),
  HONGYAN_PROGRAM_PORTS: variable(
    '',
    'Ports of mail programs as they are seen from outside, where something in front maps them, e.g. imap=143,imaps=993,pop3=110,pop3s=995,submission=587,submissions=465; those not named: our own',
    programPorts,
  ),
}

function programPorts(value: string, name: string): ProgramsConfig['ports'] {
  const pairs = value.split(',').filter((one) => one.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [service = '', number = ''] = pair.split('=').map((one) => one.trim())
      const known = programServices.find((one) => one === service)
      if (!known)
        return fail(name, `must name services such as imaps=993 (${programServices.join(', ')})`)
      return [known, port(number, name)]
    }),
  )
}

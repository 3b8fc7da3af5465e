import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'
import { freePort, listening } from './start-program.ts'

const program = '/usr/sbin/slapd'
export const ldapBase = 'dc=example,dc=test'
export const serviceDn = `cn=reader,${ldapBase}`
export const servicePassword = 'Reader-Secret-1'
/** Who changes the directory while a test runs. */
export const rootDn = `cn=root,${ldapBase}`
export const rootPassword = 'Root-Secret-1'

/** Somebody of the test directory. */
export interface TestEntry {
  uid: string
  password: string
  mail?: string
  name?: string
  /** Disabled, as Active Directory says it. */
  disabled?: boolean
}

export interface TestSlapd {
  /** `ldap://localhost:…`, with StartTLS. */
  url: string
  /** `ldaps://localhost:…`. */
  secureUrl: string
  caFile: string
  /** Lets the server stop and start again, as on a bad day. */
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** OpenLDAP with these people, on free ports, its files in a temporary folder. */
export async function startSlapd(entries: readonly TestEntry[]): Promise<TestSlapd> {
  if (!existsSync(program)) throw new Error(`The test needs ${program}: apt-get install slapd`)
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-slapd-'))
  await mkdir(join(folder, 'data'))
  const { key, cert } = await createSelfSigned('localhost', new Date())
  await Promise.all([
    writeFile(join(folder, 'key.pem'), key),
    writeFile(join(folder, 'cert.pem'), cert),
    writeFile(join(folder, 'slapd.conf'), configOf(folder)),
    writeFile(join(folder, 'people.ldif'), ldifOf(entries)),
  ])
  const conf = join(folder, 'slapd.conf')
  const added = spawnSync(program, ['-T', 'add', '-f', conf, '-l', join(folder, 'people.ldif')])
  if (added.status !== 0) throw new Error(String(added.stderr))
  const [port, securePort] = [await freePort(), await freePort()]
  const listeners = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${securePort}`
  let child: ChildProcess | null = null
  const resume = async () => {
    const args = ['-f', conf, '-h', listeners, '-d', '0']
    child = await listening(() => spawn(program, args, { stdio: 'ignore' }), port)
  }
  const halt = async () => {
    const ended = child && once(child, 'exit')
    child?.kill('SIGTERM')
    await ended
    child = null
  }
  await resume()
  return {
    url: `ldap://localhost:${port}`,
    secureUrl: `ldaps://localhost:${securePort}`,
    caFile: join(folder, 'cert.pem'),
    halt,
    resume,
    stop: async () => {
      await halt()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const configOf = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
pidfile ${folder}/pid
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
# Nobody's password crosses the line in the clear, and whoever names nobody learns nothing.
security simple_bind=112
# A name without a password is let in as nobody: what RFC 4513 §5.1.2 warns of.
allow bind_anon_dn
database mdb
suffix "${ldapBase}"
rootdn "${rootDn}"
rootpw ${rootPassword}
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`

/** The other form of RFC 4514 §2.4 than the one that the product writes. */
const hexEscaped = (value: string): string =>
  value.replace(/[^\w.-]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)}`)

const ldifOf = (entries: readonly TestEntry[]): string =>
  [
    [`dn: ${ldapBase}`, 'objectClass: domain', 'dc: example'],
    [`dn: ou=people,${ldapBase}`, 'objectClass: organizationalUnit', 'ou: people'],
    [
      `dn: ${serviceDn}`,
      'objectClass: person',
      'cn: reader',
      'sn: reader',
      `userPassword: ${servicePassword}`,
    ],
    ...entries.map(({ uid, password, mail, name = uid, disabled = false }) => [
      `dn: uid=${hexEscaped(uid)},ou=people,${ldapBase}`,
      'objectClass: inetOrgPerson',
      `uid:: ${Buffer.from(uid).toString('base64')}`,
      'sn: x',
      `cn:: ${Buffer.from(name).toString('base64')}`,
      `userPassword:: ${Buffer.from(password).toString('base64')}`,
      ...(mail === undefined ? [] : [`mail: ${mail}`]),
      ...(disabled ? ['objectClass: extensibleObject', 'userAccountControl: 514'] : []),
    ]),
  ]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')

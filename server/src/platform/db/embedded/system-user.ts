import { execFile } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { StartRefused } from '../../start-refused.ts'

const run = promisify(execFile)

/** Who PostgreSQL runs as: ourselves, or, when we are root (which it refuses), an ordinary user. */
export interface SystemUser {
  uid: number | undefined
  gid: number | undefined
  /** Put in front of every command; empty when the user is changed by spawn itself. */
  prefix: string[]
  /** Gives a file or folder to that user. */
  own(path: string): void
}

const ourselves: SystemUser = { uid: undefined, gid: undefined, prefix: [], own: () => undefined }

/**
 * Chooses the user. As root it is the owner of an existing cluster, else `nobody`; when that user cannot reach
 * the programs or the folder (a clone under /root, a private data folder) it is lent the one capability that
 * passes folders by, through setpriv(1).
 * @param places a program that must be readable and a folder that must be reachable
 * @throws StartRefused when no way is found
 */
export async function chooseSystemUser(places: {
  program: string
  folder: string
  cluster: string
}): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return ourselves
  const { uid, gid } = ownerOf(places.cluster) ?? nobody()
  const own = (path: string): void => chownSync(path, uid, gid)
  try {
    own(places.folder)
  } catch (cause) {
    throw new StartRefused(
      `PostgreSQL does not run as root, and ${places.folder} cannot be given to another user. Start as an ordinary user.`,
      cause,
    )
  }
  const plain: SystemUser = { uid, gid, prefix: [], own }
  if (await canReach(plain, places)) return plain
  for (const capability of heldCapabilities()) {
    const lent: SystemUser = {
      uid: undefined,
      gid: undefined,
      prefix: lend(uid, gid, capability),
      own,
    }
    if (await canReach(lent, places)) return lent
  }
  throw new StartRefused(
    `PostgreSQL does not run as root, and user ${uid} cannot reach ${places.folder} or ${places.program}. ` +
      'Start as an ordinary user, install setpriv (util-linux), or move both to a folder that everyone may enter.',
  )
}

/** How a command is started as that user. */
export function commandAs(user: SystemUser, command: readonly string[]): [string, string[]] {
  const [program = '', ...args] = [...user.prefix, ...command]
  return [program, args]
}

/** spawn and execFile options that change the user. */
export const optionsAs = (user: SystemUser): { uid?: number; gid?: number } =>
  user.uid === undefined || user.gid === undefined ? {} : { uid: user.uid, gid: user.gid }

async function canReach(
  user: SystemUser,
  places: { program: string; folder: string },
): Promise<boolean> {
  const [program, args] = commandAs(user, [
    '/bin/sh',
    '-c',
    'test -w "$1" && test -x "$1" && exec "$0" --version',
    places.program,
    places.folder,
  ])
  return run(program, args, { ...optionsAs(user), cwd: '/' }).then(
    () => true,
    () => false,
  )
}

const lend = (uid: number, gid: number, capability: string): string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  `--inh-caps=-all,+${capability}`,
  `--ambient-caps=-all,+${capability}`,
  `--bounding-set=-all,+${capability}`,
  // access(2) forgets capabilities of a user who is not root, unless this bit is set; initdb asks by access.
  '--securebits=+no_setuid_fixup',
  '--no-new-privs',
]

/** The weaker capability (read and search) first; containers often hold only the stronger one. */
function heldCapabilities(): string[] {
  if (process.platform !== 'linux') return []
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const bits = BigInt(`0x${effective ?? '0'}`)
  // capabilities(7), linux/capability.h: CAP_DAC_OVERRIDE is 1, CAP_DAC_READ_SEARCH is 2.
  const held: string[] = []
  if (bits & (1n << 2n)) held.push('dac_read_search')
  if (bits & (1n << 1n)) held.push('dac_override')
  return held
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function nobody(): { uid: number; gid: number } {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) }
}

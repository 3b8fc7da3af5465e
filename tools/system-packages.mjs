/** Programs that tests need, from the system's package manager where they are missing and that can be done. */
import { existsSync } from 'node:fs'
import { run, SetupFailed, say } from './setup.mjs'

/**
 * @param {{ name: string, packages: string[], find: () => string | undefined, answer?: string }} wanted
 * `answer`: what debconf would ask for
 * @returns the path of the program; throws SetupFailed with what to do when there is none and none can be had
 */
export async function provide({ name, packages, find, answer }) {
  const found = find()
  if (found) return found
  if (!existsSync('/usr/bin/apt-get')) {
    throw new SetupFailed(`The tests need ${name}. Install it and run npm test again.`)
  }
  say(`Installing ${name} for the tests …`)
  const code = await apt('update')
    .then(() => answer && asRoot('sh', '-c', `echo '${answer}' | debconf-set-selections`))
    .then(() => apt('install', '-y', '--no-install-recommends', ...packages))
  const installed = find()
  if (code === 0 && installed) return installed
  throw new SetupFailed(
    `${name} could not be installed. Run: sudo apt-get install ${packages.join(' ')}`,
  )
}

const apt = (...args) => asRoot('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args)

function asRoot(...command) {
  // Never asks for a password: a test run has nobody to answer.
  const [first, ...rest] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return run(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).catch(() => 1)
}

/** What every command needs first: the packages of the lock file, Node 24, and the web pages built. Runs on Node 20. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverEnvironment } from './server-flags.mjs'

/** The folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'

/** Node 24, which npm installed as a package. */
export const node24 = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')

export const say = (text) => process.stderr.write(`${text}\n`)

/** A sentence for the person at the terminal; no stack. */
export class SetupFailed extends Error {}

/** Installs when node_modules is not what the lock file says, and builds the web pages when their sources changed. */
export async function setUp({ web }) {
  await installPackages()
  if (web) await buildWeb()
}

/** Runs a command to its end. @returns its exit code, 128 + n when a signal ended it */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment(),
      ...options,
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)))
  })
}

/** Runs a command in our place: input, output, signals and exit code are passed through. */
export async function become(command, args) {
  const child = spawn(command, args, { stdio: 'inherit', env: environment() })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // From a terminal Ctrl+C reaches the child by itself.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  stopWithNpm(child)
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)))
  })
}

/** A signal to `npm start` ends npm's shell and goes no further: when the shell is gone, the server stops too. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watching = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watching)
    child.kill('SIGTERM')
  }, 250)
  child.once('exit', () => clearInterval(watching))
}

/** Runs the body of a tool; a SetupFailed is told as its sentence. */
export async function main(body) {
  try {
    await body()
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed)) throw thrown
    say(thrown.message)
    process.exitCode = 1
  }
}

/** A program of a package, run by Node 24. */
export const program = (path) => [node24, [join(root, 'node_modules', path)]]

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)

function environment() {
  const env = { ...serverEnvironment, ...process.env }
  // Scripts of packages that say `env node` get Node 24.
  env.PATH = `${join(root, 'node_modules/.bin')}${isWindows ? ';' : ':'}${env.PATH ?? ''}`
  return env
}

async function installPackages() {
  if (isInstalled()) return
  const command = existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install'
  say('Installing packages (the first time this takes a minute or two) …')
  const args = [command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // npm of the system's own Node: a folder that npm is replacing must not run it.
  const code = await run('npm', args, {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: isWindows,
    env: process.env,
  })
  if (code !== 0) throw new SetupFailed(`npm ${command} failed (exit code ${code}); see above.`)
  if (!existsSync(node24)) {
    throw new SetupFailed(
      'npm did not install Node 24: the install script of the package "node" did not run. ' +
        'Check that npm is not set to ignore scripts (npm config get ignore-scripts).',
    )
  }
}

/** True when every package of the lock file that npm must install is there in that version. */
function isInstalled() {
  if (!existsSync(node24)) return false
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.optional && !entry.link)
    .every(([path, entry]) => present[path]?.version === entry.version)
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return undefined
  }
}

async function buildWeb() {
  const stamp = join(root, '.cache/web-built-from')
  const sources = hashOfSources(['web', 'contract', 'mime', 'package-lock.json'])
  const pages = ['dist', 'dist-console'].map((one) => join(root, 'web', one, 'index.html'))
  if (
    pages.every((page) => existsSync(page)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sources
  )
    return
  say('Building the web pages …')
  rmSync(stamp, { force: true })
  const [command, args] = program('vite/bin/vite.js')
  for (const config of ['vite.config.ts', 'vite-console.config.ts']) {
    const built = await run(command, [...args, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
      stdio: ['ignore', process.stderr, process.stderr],
    })
    if (built !== 0) throw new SetupFailed('The web pages could not be built; see above.')
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, sources)
}

/** One hash over names and bytes of the files below these paths, tests and results left out. */
function hashOfSources(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesOf(join(root, path))).sort()) {
    hash.update(`${relative(root, file)}\0`)
    hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  const entries = path.endsWith('.json') ? undefined : readdirSync(path, { withFileTypes: true })
  if (!entries) return [path]
  return entries
    .filter(({ name }) => !/^(node_modules|dist|dist-console|\..*)$|\.test\.tsx?$/.test(name))
    .flatMap((entry) => {
      const below = join(path, entry.name)
      return entry.isDirectory() ? filesOf(below) : [below]
    })
}

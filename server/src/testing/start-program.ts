import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program of the system that listens on a port of this machine. */
export interface RunningProgram {
  port: number
  /** Lets it stop and start again, as on a bad day. */
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

interface Recipe {
  program: string
  /** Package that brings it. */
  from: string
  /** Its files in a temporary folder, by name. */
  files(folder: string, port: number): Record<string, string>
  args(folder: string): string[]
}

/** Starts a program with files of its own on a free port. @throws where it is not installed */
export async function startProgram({
  program,
  from,
  files,
  args,
}: Recipe): Promise<RunningProgram> {
  if (!existsSync(program)) throw new Error(`The test needs ${program}: apt-get install ${from}`)
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-program-'))
  const port = await freePort()
  for (const [name, text] of Object.entries(files(folder, port)))
    await writeFile(join(folder, name), text)
  let child: ChildProcess | null = null
  const resume = async () => {
    child = await listening(() => spawn(program, args(folder), { stdio: 'ignore' }), port)
  }
  const halt = async () => {
    const ended = child && once(child, 'exit')
    child?.kill('SIGTERM')
    await ended
    child = null
  }
  await resume()
  return {
    port,
    halt,
    resume,
    stop: async () => {
      await halt()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A program that listens there. Where the port is somebody else's for a moment, as after a rest, it is started again. */
export async function listening(start: () => ChildProcess, port: number): Promise<ChildProcess> {
  let child = start()
  for (let turn = 0; turn < 600; turn++) {
    if (child.exitCode !== null) child = start()
    const isOpen = await someoneListens(port)
    if (isOpen && child.exitCode === null) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`nobody listens on ${port}`)
}

async function someoneListens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  socket.destroy()
  return isOpen
}

/** Two that start at once would be given the same. */
const given = new Set<number>()

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}

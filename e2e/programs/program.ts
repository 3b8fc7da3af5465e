import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type { Installation } from './installation.ts'

/** A program that people read their mail with, and what it has to manage. */
export interface Program {
  name: string
  /** What must be installed for it. */
  command: string | null
  /** Speaks with the product and looks at what came of it. @throws where that is not right */
  run(at: Installation): Promise<void>
}

export function isInstalled(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface Running {
  env?: Record<string, string>
  input?: string
  /** Codes that say that all went well; 0 alone if left out. */
  codes?: readonly number[]
  limitMs?: number
  /** What it says of errors is wanted too. */
  stderr?: boolean
}

/** Runs a program to its end. @returns what it wrote. @throws with that, when it fails or takes longer than its limit, two minutes if left out */
export async function execute(
  command: string,
  words: readonly string[],
  { env = {}, input = '', codes = [0], limitMs = 120_000, stderr = false }: Running = {},
): Promise<string> {
  const child = spawn(command, words, {
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), TERM: 'xterm', LANG: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: limitMs,
  })
  let said = ''
  let wrong = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    wrong += chunk.toString()
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === null || !codes.includes(code))
    throw new Error(`${command} ended with ${code}: ${said.slice(-2_000)}${wrong.slice(-2_000)}`)
  return stderr ? said + wrong : said
}

/** @throws unless both are the same, written as JSON */
export function same(what: string, is: unknown, shouldBe: unknown): void {
  const [left, right] = [JSON.stringify(is), JSON.stringify(shouldBe)]
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`)
}

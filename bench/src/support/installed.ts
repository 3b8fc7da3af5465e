import { execFileSync } from 'node:child_process'

/** Whether a program of this name can be started. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

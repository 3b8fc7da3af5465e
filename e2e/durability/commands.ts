import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../support/run-commands.ts', import.meta.url))

export interface Asked {
  words: readonly string[]
  /** Goes to the command's standard input. */
  input: string
}

export interface Said {
  /** The command's exit code. */
  code: number
  said: string
}

/** A process that runs commands of the product, one after another. */
export interface Commands {
  run(words: readonly string[], input?: string): Promise<Said>
  end(): Promise<void>
}

/** @throws with what it said when the process ends before it has answered */
export async function openCommands(env: Record<string, string>): Promise<Commands> {
  const child = spawn(process.execPath, [script], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const gone = once(child, 'exit')
  const answer = (): Promise<unknown> =>
    Promise.race([
      once(child, 'message').then(([message]) => message),
      gone.then(() => Promise.reject(new Error(`no more commands: ${complaint}`))),
    ])
  await answer()
  let last: Promise<unknown> = Promise.resolve()
  const run = (words: readonly string[], input = ''): Promise<Said> => {
    const next = last
      .catch(() => undefined)
      .then(() => {
        const answered = answer()
        child.send({ words, input } satisfies Asked)
        return answered as Promise<Said>
      })
    last = next
    return next
  }
  return {
    run,
    end: async () => {
      child.disconnect()
      await gone
    },
  }
}

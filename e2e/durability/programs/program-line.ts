import { connect } from 'node:tls'

/** A mail program's line, by hand: it ends with the server. */
interface Line {
  write(text: string): void
  /** What came up to the first line that fits, that line included. @throws when the server has hung up before */
  until(pattern: RegExp): Promise<string>
  close(): void
}

function connectLine(port: number): Line {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  let text = ''
  let isClosed = false
  let wake: () => void = () => undefined
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    wake()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  return {
    write: (more) => void socket.write(more, 'latin1'),
    until: async (pattern) => {
      for (;;) {
        const found = pattern.exec(text)
        const end = found ? text.indexOf('\r\n', found.index + found[0].length) : -1
        if (end >= 0) {
          const heard = text.slice(0, end + 2)
          text = text.slice(end + 2)
          return heard
        }
        if (isClosed) throw new Error('the server hung up')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    close: () => void socket.destroy(),
  }
}

export interface ImapLine {
  /** @returns all that came, the tagged line last */
  ask(command: string): Promise<string>
  close(): void
}

export const isDone = (said: string): boolean => /(?:^|\r\n)x\d+ OK[^\r\n]*\r\n$/.test(said)

/** @throws when nobody lets it in */
export async function imapIn(port: number, user: string, password: string): Promise<ImapLine> {
  const line = connectLine(port)
  let tags = 0
  const ask = (command: string): Promise<string> => {
    const tag = `x${++tags}`
    line.write(`${tag} ${command}\r\n`)
    return line.until(new RegExp(`(?:^|\\r\\n)${tag} (?:OK|NO|BAD)`))
  }
  await line.until(/^\* OK/)
  const said = await ask(`LOGIN ${user} ${password}`)
  if (!isDone(said)) {
    line.close()
    throw new Error(said)
  }
  return { ask, close: line.close }
}

/** Marks messages of the inbox by number for deletion, and quits. @returns whether that was answered with yes */
export async function popDeletes(
  port: number,
  { user, password }: { user: string; password: string },
  numbers: readonly number[],
): Promise<boolean> {
  const line = connectLine(port)
  try {
    const ask = async (command: string): Promise<boolean> => {
      line.write(`${command}\r\n`)
      return (await line.until(/^(?:\+OK|-ERR)/)).startsWith('+OK')
    }
    await line.until(/^\+OK/)
    if (!(await ask(`USER ${user}`)) || !(await ask(`PASS ${password}`))) return false
    for (const number of numbers) if (!(await ask(`DELE ${number}`))) return false
    return await ask('QUIT')
  } finally {
    line.close()
  }
}

import { runAs } from '../../platform/actor.ts'
import { OutputClosed } from '../shared/output.ts'
import { Refusal } from '../shared/refusal.ts'
import { errLine, okLine, refusalOf } from './answers.ts'
import type { Pop3Command } from './commands/command.ts'
import { commandOf } from './commands/commands.ts'
import type { Session } from './session.ts'
import { readCommandLine, WireError } from './wire/command-line.ts'

/** How a command ended: the line that says so, if it is not out already, and whether it was a command at all. */
export interface Obeyed {
  line: string
  isBad: boolean
}

/** Does what a command asks for. @param trust asked before it is done */
export async function obey(
  session: Session,
  text: string,
  trust: () => Promise<void>,
): Promise<Obeyed> {
  try {
    const line = readCommandLine(text)
    const command = permitted(session, line.name)
    await trust()
    const { ip, entered } = session
    const account = entered ? String(entered.viewer.accountId) : ip
    const answer = await runAs({ client: 'POP3', ip, account }, async () =>
      command.run(session, line),
    )
    return { line: answer === null ? '' : okLine(answer), isBad: false }
  } catch (thrown) {
    return refused(session, thrown)
  }
}

function permitted({ entered }: Session, name: string): Pop3Command {
  const command = commandOf(name)
  if (!command) throw new WireError('This command is not known')
  if (command.for === 'strangers' && entered) throw new WireError('You are in already')
  if (command.for === 'users' && !entered) throw new WireError('Log in first')
  return command
}

/** @throws what is no answer: that the program has gone */
function refused({ deps }: Session, thrown: unknown): Obeyed {
  if (thrown instanceof OutputClosed) throw thrown
  if (thrown instanceof WireError) return { line: errLine(thrown.message), isBad: true }
  const refusal = refusalOf(thrown)
  if (!refusal) deps.log.error({ err: thrown }, 'a POP3 command failed')
  const { code, message } = refusal ?? new Refusal('Something went wrong here', 'SYS/TEMP')
  return { line: errLine(message, code), isBad: false }
}

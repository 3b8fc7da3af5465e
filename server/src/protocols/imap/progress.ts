import type { Output } from '../shared/output.ts'

/** Programs give up on a server that says nothing for some minutes. */
export const progressMs = 10_000

/**
 * A program that waits hears that its command is being worked on (INPROGRESS, RFC 9585). Only until the first byte of an
 * answer: nothing may stand in the middle of one. How far it is nobody knows before the end.
 */
export async function sayingProgress<T>(
  { output, tag }: { output: Pick<Output, 'send' | 'said'>; tag: string },
  work: () => Promise<T> | T,
): Promise<T> {
  let said = output.said()
  const timer = setInterval(() => {
    if (output.said() !== said) return clearInterval(timer)
    output.send(`* OK [INPROGRESS ("${tag}" NIL NIL)] Working on it\r\n`)
    said = output.said()
  }, progressMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Longest line and event that a model may send, in characters. */
const maxEvent = 1024 * 1024

/** What a model sent is no stream of events. */
export class BadStream extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'BadStream'
  }
}

/**
 * The data of each event of a `text/event-stream` (WHATWG HTML §9.2.6). A character that was cut between two pieces is put together;
 * an event that the stream does not finish is no event. @throws BadStream for a line without end
 */
export async function* eventData(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  const take = eventTaker()
  // A line that comes in many pieces is looked through once.
  let held: string[] = []
  let size = 0
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    held.push(text)
    size += text.length
    if (/[\r\n]/.test(text) || held.at(-2)?.endsWith('\r')) {
      // A \r at the end may be half of a \r\n.
      const lines = held.join('').split(/\r\n|\n|\r(?!$)/)
      const rest = lines.pop() ?? ''
      for (const line of lines) {
        const data = take(line)
        if (data !== null) yield data
      }
      held = [rest]
      size = rest.length
    }
    if (size > maxEvent) throw new BadStream('an event has no end')
  }
}

/** Takes line by line. @returns the data of an event that a line ended */
function eventTaker(): (line: string) => string | null {
  let data: string[] = []
  let size = 0
  return (line) => {
    const field = /^data(?:: ?|$)/.exec(line)?.[0]
    if (field !== undefined) {
      size += line.length
      if (size > maxEvent) throw new BadStream('an event has no end')
      data.push(line.slice(field.length))
    }
    if (line !== '' || data.length === 0) return null
    const whole = data.join('\n')
    data = []
    size = 0
    return whole
  }
}

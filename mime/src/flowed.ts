type Lines = { chunks: string[]; lines: string[] }
type Line = {
  depth: number
  content: string
  isFlowed: boolean
  isSignature: boolean
  next: number
}

/** Lines are joined in batches: a million of them kept apart cost fifty times their size. */
const BATCH = 4096

/**
 * RFC 3676 format=flowed to plain lines ended by '\n' (the input too): lines that end in a blank are joined with the next
 * of the same quote depth, stuffing is removed, quotes keep their '>' marks. Linear.
 */
export function unflow(text: string, deleteSpace: boolean): string {
  const out: Lines = { chunks: [], lines: [] }
  let paragraph: string | null = null
  let depth = 0
  for (let start = 0; start <= text.length; ) {
    const line = readLine(text, start, deleteSpace)
    if (paragraph !== null && (line.depth !== depth || line.isSignature)) {
      addLine(out, depth, paragraph)
      paragraph = null
    }
    depth = line.depth
    paragraph = (paragraph ?? '') + line.content
    if (!line.isFlowed) {
      addLine(out, depth, paragraph)
      paragraph = null
    }
    start = line.next
  }
  if (paragraph !== null) addLine(out, depth, paragraph)
  return [...out.chunks, ...out.lines].join('\n')
}

function readLine(text: string, start: number, deleteSpace: boolean): Line {
  const lf = text.indexOf('\n', start)
  const end = lf === -1 ? text.length : lf
  let from = start
  while (text[from] === '>') from++
  const depth = from - start
  // Space stuffing, section 4.4.
  if (text[from] === ' ') from++
  const isSignature = end - from === 3 && text.startsWith('-- ', from)
  const isFlowed = end > from && text[end - 1] === ' ' && !isSignature
  const content = text.slice(from, isFlowed && deleteSpace ? end - 1 : end)
  return { depth, content, isFlowed, isSignature, next: end + 1 }
}

/** The usual look: ">> text". */
function addLine(out: Lines, depth: number, content: string): void {
  out.lines.push(depth === 0 ? content : `${'>'.repeat(depth)} ${content}`)
  if (out.lines.length < BATCH) return
  out.chunks.push(out.lines.join('\n'))
  out.lines = []
}

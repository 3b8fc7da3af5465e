/** What the library makes of `MAIL FROM:<a@x> SIZE=1`. */
export interface ParsedAddress {
  address: string
  args: Record<string, string | true> | false
}

/** A quoted local part (RFC 5321 section 4.1.2), without what would end the path elsewhere. */
const quoted = String.raw`"(?:[^"\\<>\x00-\x1f\x7f]|\\[\x20-\x3b\x3d\x3f-\x7e])*"`
/** Dots anywhere, as telephones of Japan write them (`a..b@docomo.ne.jp`, `a.@x`). */
const bare = String.raw`[^\s"@<>,:;\\()[\]\x00-\x1f\x7f]+`
/** Host names with underscores are common in machines' mail. */
const domain = String.raw`[A-Za-z0-9_\u0080-\uffff-]+(?:\.[A-Za-z0-9_\u0080-\uffff-]+)*`
const senderCommand = new RegExp(
  String.raw`^(\s*MAIL FROM:\s*)<((?:${quoted}|${bare})@${domain})>((?:\s.*)?)$`,
  'is',
)
/** RFC 5321 section 4.5.3.1.3. */
const longestPath = 254

/**
 * A sender that the library refuses and others take: what stands in MAIL FROM is where reports go, and an odd one is no
 * reason to lose a mail.
 * @param parse the library's own parser: it reads the parameters
 */
export function strangeSender(
  command: string,
  parse: (command: string) => ParsedAddress | false,
): ParsedAddress | false {
  const [, verb, address = '', parameters = ''] = senderCommand.exec(command.slice(0, 2_048)) ?? []
  if (verb === undefined || address.length > longestPath) return false
  const known = parse(`${verb}<sender@host.invalid>${parameters}`)
  return known && { ...known, address }
}

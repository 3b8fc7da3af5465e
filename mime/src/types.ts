/** One mailbox of an address header. Every string is plain text: no control characters, well-formed UTF-16. */
export type Address = {
  /** Decoded display name, '' if there is none. Never parsed again (attacks T28, T30). */
  name: string
  /** `local@domain` as written, domain in lower case; '' if no single usable address was found. */
  address: string
  /** Name of the RFC 5322 group it was listed in. An empty group is one entry with name '' and address ''. */
  group?: string
  /** The way to it (`@a,@b`, RFC 5322 §4.4), which nobody goes any more. */
  route?: string
}

/** What a list and IMAP ENVELOPE need. Ids are without angle brackets. */
export type Envelope = {
  /** ISO 8601 in UTC, null if missing or unreadable. */
  date: string | null
  /** Minutes that the clock was ahead of UTC by which the date was written; absent: none. */
  zone?: number
  subject: string
  from: Address[]
  sender: Address[]
  replyTo: Address[]
  to: Address[]
  cc: Address[]
  bcc: Address[]
  inReplyTo: string | null
  messageId: string | null
  references: string[]
}

/**
 * One MIME part. Offsets are bytes into the raw message, ends exclusive. Two promises for the code
 * that walks the tree: `type` is 'multipart' exactly when `parts` is not empty, and it is
 * message/rfc822 (or message/global) exactly when `message` is not null. A part that claims more than
 * could be opened is reported as text/plain or application/octet-stream.
 */
export type Part = {
  /** IMAP section number ('1', '1.2'); '' for a multipart that is the root of a message. */
  section: string
  headerStart: number
  bodyStart: number
  bodyEnd: number
  /** Number of line ends in the body. */
  lines: number
  /** Lower case. */
  type: string
  /** Lower case. */
  subtype: string
  /** Decoded (RFC 2231, RFC 2047), names in lower case. */
  params: Record<string, string>
  /** Lower case Content-Transfer-Encoding, '7bit' if missing. */
  encoding: string
  disposition: string | null
  dispositionParams: Record<string, string>
  /** Decoded and cleaned: no path, control or bidi characters. */
  filename: string | null
  contentId: string | null
  description: string | null
  language: string | null
  location: string | null
  md5: string | null
  parts: Part[]
  message: { envelope: Envelope; root: Part } | null
}

/** A limit of `ParseLimits` that the message went over; the message is still readable up to it. */
export type LimitHit =
  | 'depth'
  | 'parts'
  | 'header'
  | 'addresses'
  | 'params'
  | 'pieces'
  | 'references'
  | 'line'

/** Plain data, safe for JSON and for a PostgreSQL jsonb column (no NUL, no lone surrogate). */
export type ParsedMessage = {
  /** Bytes. */
  size: number
  envelope: Envelope
  root: Part
  limits: LimitHit[]
}

/** What one message may cost. */
export type ParseLimits = {
  /** Multiparts and messages inside each other. */
  depth: number
  parts: number
  /** Bytes of one header block that are read. */
  headerBlock: number
  /** Bytes of one header field that are read. */
  headerField: number
  /** Addresses in all envelopes of the message together. */
  addresses: number
  /** Parameters of one field. */
  params: number
  /** RFC 2231 continuation pieces of one field. */
  pieces: number
  /** Message ids in one References field. */
  references: number
  /** Bytes of one body line; longer lines are only reported. */
  line: number
}

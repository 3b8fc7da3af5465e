import { literalMark } from './command-reader.ts'

/** What stands before a message: flags, a date (RFC 9051 §9, append-opts), and that it is UTF-8 (RFC 6855 §4). */
const options = String.raw`(?:\([^)]*\) )?(?:"[^"]{1,40}" )?(?:UTF8 \()?`
const mailbox = String.raw`(?:"(?:[^"\\]|\\.)*"|[^ "]+)`
const command = String.raw`(?:APPEND|(?:UID )?REPLACE \d{1,10})`
const before = new RegExp(
  `^[^ ]{1,255} ${command} ${mailbox} (?:${options}${literalMark}\\)? ){0,99}${options}$`,
  'i',
)

/** Whether the literal that is announced is a message of APPEND or REPLACE. @param head the command so far */
export const isMessageOf = (head: string): boolean => before.test(head)

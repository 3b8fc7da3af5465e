/**
 * What AUTH PLAIN says (RFC 4616 §2). The password is null where it is none of that form, or where somebody wants to act for
 * another than the one whose password it is: nobody may, by any door of programs.
 */
export function readPlain(text: string): { username: string | null; password: string | null } {
  const [actsFor = '', username = null, password = null, more] = text.split('\0')
  const isTaken = isForOneself(actsFor, username) && more === undefined
  return { username, password: isTaken ? password : null }
}

/** Who is to be acted for is nobody, or the one whose name it is. */
export const isForOneself = (actsFor: string, username: string | null): boolean =>
  actsFor === '' || actsFor.toLowerCase() === username?.toLowerCase()

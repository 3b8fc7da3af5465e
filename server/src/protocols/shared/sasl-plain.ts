/**
 * What AUTH PLAIN says (RFC 4616 §2). The password is null where it is none of that form, or where somebody wants to act for
 * another than the one whose password it is: nobody may, by any door of programs.
 */
export function readPlain(text: string): { username: string | null; password: string | null } {
  const [actsFor = '', username = null, password = null, more] = text.split('\0')
  const isOwn = actsFor === '' || actsFor.toLowerCase() === username?.toLowerCase()
  return { username, password: isOwn && more === undefined ? password : null }
}

/** A key that no other composer has; works without a secure context, where `randomUUID` is missing. */
export function newComposeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

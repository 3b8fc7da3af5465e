/**
 * SHA-256 of a file in hexadecimal, so that the server can tell whether what it stored is what was
 * chosen (COMPOSE-19). Null where the browser offers no hash (plain http).
 */
export async function fileSha256(file: Blob): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (subtle === undefined) return null
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

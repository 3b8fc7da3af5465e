/** Browsers give the clipboard only to pages that came over TLS. */
export const canCopy = (): boolean => navigator.clipboard !== undefined

/** Puts a text on the clipboard. @returns false where the browser refuses */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

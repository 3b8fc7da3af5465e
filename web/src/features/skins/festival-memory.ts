const name = 'festivalSkin'
/** The specification's thirty days. */
const seconds = 30 * 24 * 60 * 60

/** The skin that was last offered on this device, '' for none within thirty days. */
export const offeredSkin = (): string =>
  /(?:^|; )festivalSkin=(skin_\d)/.exec(document.cookie)?.[1] ?? ''

/** In a cookie, since logout empties local storage (G61). */
export function rememberOffer(skin: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${name}=${skin}; Path=/; SameSite=Lax; Max-Age=${seconds}`
}

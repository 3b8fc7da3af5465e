/** A phone by what its browser says of itself: only where it is led to (ROUTES-07), never what it may do. */
export function isPhone(): boolean {
  const words = navigator.userAgent
  if (/\b(?:iPhone|iPod|Windows Phone)\b/i.test(words)) return true
  // Android and HarmonyOS run on tablets too, which do not say Mobile.
  return /\b(?:Android|HarmonyOS)\b/i.test(words) && /\bMobile\b/i.test(words)
}

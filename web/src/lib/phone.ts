/** A phone by what its browser says of itself: only where it is led to (ROUTES-07), never what it may do. */
export const isPhone = (): boolean =>
  /\b(?:iPhone|iPod|Windows Phone)\b|\bAndroid\b.*\bMobile\b|\bHarmonyOS\b.*\bMobile\b/i.test(
    navigator.userAgent,
  )

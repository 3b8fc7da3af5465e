/** A fingerprint as programs show it: `A1:B2:…`. */
export const inPairs = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':')

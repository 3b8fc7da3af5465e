import type { ReactNode } from 'react'

/**
 * Words that somebody else chose: their direction stays theirs and turns nothing beside them (T29, UAX #9 §2.7). The only
 * way in which such words are drawn (tools/isolated.test.ts).
 */
export const Isolated = ({ children }: { children: ReactNode }) => <bdi>{children}</bdi>

import { useSyncExternalStore } from 'react'
import { type Line, readLine, watchLine } from './line.ts'

/** Where the line is, for the screen. */
export const useLine = (): Line => useSyncExternalStore(watchLine, readLine)

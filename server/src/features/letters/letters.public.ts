import type { Feature } from '../feature.ts'
import { letterRoutes, type TakeLetter } from './letters.routes.ts'
import type { LetterParts } from './letters.service.ts'

export { createLetters, type LetterParts } from './letters.service.ts'

export const lettersFeature = (letters: LetterParts, takeLetter: TakeLetter): Feature => ({
  routes: (http) => letterRoutes(http, letters, takeLetter),
  crons: [{ at: '37 3 * * *', task: 'sweep-letter-pictures', run: () => letters.sweep() }],
})

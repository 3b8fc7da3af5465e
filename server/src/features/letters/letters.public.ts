export { createLetters, type LetterParts } from './letters.service.ts'

import { firstFormPainted, showFirstForm } from '../features/login/first-form.ts'
import { storedLanguage } from '../lib/language.ts'
import { showLastLooks } from '../lib/looks.ts'
import { readAllStyles } from './all-styles.ts'
import { startsAtLogin } from './first-place.ts'

/** The page is drawn as it will be from its first frame on. @returns once that is on the screen, where it is the login form */
export async function showFirstSight(): Promise<void> {
  const language = storedLanguage()
  document.documentElement.lang = language
  showLastLooks()
  if (startsAtLogin()) {
    await showFirstForm(language)
    await firstFormPainted()
  }
  await readAllStyles()
}

import { home } from '@hongyan/contract/home'
import { settings } from '@hongyan/contract/settings'
import { showFirstForm } from '../features/login/first-form.ts'
import { call } from '../lib/api.ts'
import { askEarly } from '../lib/early-calls.ts'
import { storedLanguage } from '../lib/language.ts'
import { loadFirstTexts } from '../lib/language-files.ts'
import { showLastLooks } from '../lib/looks.ts'
import { readTokens } from '../lib/tokens.ts'
import { askFirst } from './ask-first.ts'
import { startsAtHome, startsAtLogin } from './first-place.ts'

/**
 * A script of its own, small and without libraries: the first screen's answers are on their way while the browser
 * still reads the libraries.
 */
function askForFirstScreen(): void {
  void loadFirstTexts(storedLanguage()).catch(() => undefined)
  if (readTokens() === null) {
    askEarly(settings.platform, {}, call)
    return
  }
  // Failures show where the data is used.
  void askFirst().catch(() => undefined)
  if (startsAtHome()) askEarly(home.index, { body: {} }, call)
}

/** The page is drawn as it will be from its first frame on. */
function drawFirst(): void {
  const language = storedLanguage()
  document.documentElement.lang = language
  showLastLooks()
  if (startsAtLogin()) showFirstForm(language)
}

drawFirst()
askForFirstScreen()

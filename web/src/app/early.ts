import { home } from '@hongyan/contract/home'
import { settings } from '@hongyan/contract/settings'
import { call } from '../lib/api.ts'
import { askEarly } from '../lib/early-calls.ts'
import { storedLanguage } from '../lib/language.ts'
import { loadFirstTexts } from '../lib/language-files.ts'
import { showLastLooks } from '../lib/looks.ts'
import { readTokens } from '../lib/tokens.ts'
import { askFirst } from './ask-first.ts'
import { startsAtHome } from './first-place.ts'

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

showLastLooks()
askForFirstScreen()

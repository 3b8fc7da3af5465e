import { home } from '@hongyan/contract/home'
import { settings } from '@hongyan/contract/settings'
import type { FirstScreen } from '@hongyan/contract/start'
import { showFirstForm } from '../features/login/first-form.ts'
import { call } from '../lib/api.ts'
import { askEarly } from '../lib/early-calls.ts'
import { storedLanguage } from '../lib/language.ts'
import { loadFirstTexts } from '../lib/language-files.ts'
import { showLastLooks } from '../lib/looks.ts'
import { readTokens } from '../lib/tokens.ts'
import { askFirst } from './ask-first.ts'
import { startsAtHome, startsAtLogin, startsInInbox } from './first-place.ts'
import { hasFrame } from './first-screen/has-frame.ts'

/** The first screen, as far as it can be drawn without a library, is painted; the libraries wait for it. */
export let firstScreenPainted: Promise<void> = Promise.resolve()

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
  void askFirst(undefined, (all) => {
    if (startsInInbox() && hasFrame()) firstScreenPainted = paint(all)
  }).catch(() => undefined)
  if (startsAtHome()) askEarly(home.index, { body: {} }, call)
}

/** By a script of its own, without libraries; where it does not come, they draw everything. */
async function paint(all: Promise<FirstScreen>): Promise<void> {
  try {
    const { paintFirst } = await import('./first-screen/draw-first.ts')
    await paintFirst(all)
  } catch {
    // Failures show where the data is used.
  }
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

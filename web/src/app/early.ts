import { home } from '@hongyan/contract/home'
import { settings } from '@hongyan/contract/settings'
import type { FirstScreen } from '@hongyan/contract/start'
import { call } from '../lib/api.ts'
import { askEarly } from '../lib/early-calls.ts'
import { storedLanguage } from '../lib/language.ts'
import { loadFirstTexts } from '../lib/language-files.ts'
import { readTokens } from '../lib/tokens.ts'
import { askFirst } from './ask-first.ts'
import { startsAtHome, startsInInbox } from './first-place.ts'
import { hasFrame } from './first-screen/has-frame.ts'

/** The first screen, as far as it can be drawn without a library, is painted; the libraries wait for it. */
export let firstScreenPainted: Promise<void> = Promise.resolve()

/** Without a library: the first screen's answers are on their way while the browser still reads those. */
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

askForFirstScreen()

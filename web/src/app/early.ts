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

/**
 * Without a library: the first screen's answers are on their way while the browser still reads those.
 * @param sight when what is drawn has its place and its styles
 * @returns when the first screen, as far as it can be drawn without a library, is painted: the libraries wait for it
 */
export async function askForFirstScreen(sight: Promise<void>): Promise<void> {
  void loadFirstTexts(storedLanguage()).catch(() => undefined)
  if (readTokens() === null) {
    askEarly(settings.platform, {}, call)
    return sight
  }
  let painted: Promise<void> | null = null
  // Failures show where the data is used.
  void askFirst(undefined, (all) => {
    if (startsInInbox() && hasFrame()) painted = paint(all, sight)
  }).catch(() => undefined)
  if (startsAtHome()) askEarly(home.index, { body: {} }, call)
  await sight
  await painted
}

/** By a script of its own, without libraries; where it does not come, they draw everything. */
async function paint(all: Promise<FirstScreen>, sight: Promise<void>): Promise<void> {
  try {
    const { paintFirst } = await import('./first-screen/draw-first.ts')
    await sight
    await paintFirst(all)
  } catch {
    // Failures show where the data is used.
  }
}

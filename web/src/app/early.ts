import { folders } from '@hongyan/contract/folders'
import { home } from '@hongyan/contract/home'
import { limits } from '@hongyan/contract/limits'
import { messages } from '@hongyan/contract/messages'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { readWarm } from '../features/folders/warm-start.ts'
import { call } from '../lib/api.ts'
import { askEarly } from '../lib/early-calls.ts'
import { storedLanguage } from '../lib/language.ts'
import { loadFirstTexts } from '../lib/language-files.ts'
import { showLastLooks } from '../lib/looks.ts'
import { readTokens } from '../lib/tokens.ts'
import { startsAtHome, startsInInbox } from './first-place.ts'

/**
 * A script of its own, small and without libraries: the first screen's answers are on their way while the browser
 * still reads the libraries. The calls must be those of app/warm-up.ts, word for word.
 */
function askForFirstScreen(): void {
  void loadFirstTexts(storedLanguage()).catch(() => undefined)
  askEarly(settings.platform, {}, call)
  if (readTokens() === null) return
  askEarly(folders.list, { query: {} }, call)
  askEarly(session.userInfo, {}, call)
  askEarly(settings.index, { body: {} }, call)
  if (startsAtHome()) askEarly(home.index, { body: {} }, call)
  const { inbox, pageSize, conversation, continuous } = readWarm()
  const rows = continuous ? limits.listBlock : pageSize
  if (inbox && rows && !conversation && startsInInbox()) {
    askEarly(messages.list, { query: { mailboxId: inbox, pageSize: rows } }, call)
  }
}

showLastLooks()
askForFirstScreen()

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Files that keep something beside components and stores, none of it of a person: why each may live on. */
const ofNobody: Record<string, string> = {
  'web/src/features/compose/attachments/file-hash.ts': 'a worker and the files it is asked about',
  'web/src/features/compose/recipients/recipients.ts': 'a counter of keys',
  'web/src/features/compose/tags/kept-tags.ts': 'what is kept is read once a page',
  'web/src/features/folders/warm-start.ts': 'what is kept, as it was last read',
  'web/src/features/labels/labels-query.ts': 'a timer',
  'web/src/features/login/pending-ticket.ts': 'the ticket in the address, until it is answered',
  'web/src/features/messages/list/long/long-list.tsx': 'what never changes',
  'web/src/features/messages/reader/attachments/pdf/page-groups.ts': 'what never changes',
  'web/src/features/messages/reader/dark-mail.ts': 'who watches a choice of this device',
  'web/src/features/messages/reader/frame/hidden-text.ts': 'colours that are worked out',
  'web/src/features/messages/reader/frame/clean/sanitize-html.ts': 'the sanitiser',
  'web/src/features/push/new-mail-sound.ts': 'the time of the last sound',
  'web/src/features/rules/rule-form.ts': 'a counter of keys',
  'web/src/features/smime/own-key.ts': 'forgets at every event of the session by itself',
  'web/src/lib/all-texts.ts': 'how texts are loaded',
  'web/src/lib/i18n.ts': 'who waits for texts',
  'web/src/lib/language-files.ts': 'texts that are loaded',
  'web/src/lib/let-go.ts': 'how many mails were closed',
  'web/src/lib/line.ts': 'whether the server answers',
  'web/src/lib/looks.ts': 'who watches how the page is drawn',
  'web/src/lib/loading.ts': 'how many calls are under way',
  'web/src/lib/renew.ts': 'a renewal under way',
  'web/src/lib/shortcuts.ts': 'the first key of two',
  'web/src/lib/tokens.ts': 'who listens to the session, and which login the page is about',
  'web/src/lib/trouble.ts': 'where troubles are shown',
  'web/src/lib/trusted.ts': 'the policies of the page',
}

const keepsSomething =
  /^(?:export )?(?:let \w+|const \w+(?:: (?!Readonly)[^=]+)? = new (?:Map|Set|WeakMap)(?:<.*>)?\(\))/m

it('AUTH-15 what a module keeps is forgotten with the session, or is of nobody', () => {
  const files = execFileSync('git', ['ls-files', 'web/src'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /^web\/src\/(app|features|lib)\/.*\.tsx?$/.test(file))
    .filter((file) => !file.includes('.test.'))
  const keeping = files.filter((file) => keepsSomething.test(readFileSync(file, 'utf8')))
  expect(keeping.length).toBeGreaterThan(10)
  const forgetful = keeping.filter((file) => !readFileSync(file, 'utf8').includes('onSessionEnd('))
  const unknown = forgetful.filter((file) => !(file in ofNobody))
  expect(unknown, 'call onSessionEnd there, or say here why it is of nobody').toEqual([])
  expect(Object.keys(ofNobody).filter((file) => !keeping.includes(file))).toEqual([])
})

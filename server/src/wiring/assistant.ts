import { assistantFeature } from '../features/assistant/assistant.public.ts'
import type { createContacts } from '../features/contacts/contacts.public.ts'
import type { createReader } from '../features/reader/reader.public.ts'
import type { createSearching } from '../features/search/search.public.ts'
import { sharedSecret } from '../platform/crypto/signer.ts'
import type { Core } from './core.ts'

type Beside = Pick<ReturnType<typeof createReader>, 'senderWarnings'> &
  Pick<ReturnType<typeof createContacts>, 'partnersOf'> &
  Pick<ReturnType<typeof createSearching>, 'search'>

/** The assistant, with what other features know of senders and mail. */
export async function assistantOf(core: Core, { senderWarnings, partnersOf, search }: Beside) {
  return assistantFeature({
    ...core,
    config: core.config.assistant,
    key: await sharedSecret(core.database, 'assistant'),
    hiddenFor: core.folderLocks.hiddenFor,
    senderWarnings,
    partnersOf,
    search,
  })
}

import type { MailChecks } from '../features/assistant/assistant.public.ts'
import { createConsoleActs } from '../features/console/console.public.ts'
import type { Feature } from '../features/feature.ts'
import { protectionFeature } from '../features/protection/protection.public.ts'
import type { createReader } from '../features/reader/reader.public.ts'
import { sharedSecret } from '../platform/crypto/signer.ts'
import type { Core } from './core.ts'
import type { Delivery } from './delivery.ts'

type Reader = ReturnType<typeof createReader>

/** Judges what comes in before any other feature is asked about it. */
export async function protectionOf(
  core: Core,
  { dns }: Delivery,
  { warningsAbout, checks }: Pick<Reader, 'warningsAbout'> & { checks: MailChecks },
): Promise<Feature> {
  const { config, database } = core
  return protectionFeature({
    ...core,
    ...config.protection,
    dns,
    warningsAbout,
    checks,
    hostname: config.hostname,
    origin: config.origin,
    acts: createConsoleActs(core),
    key: await sharedSecret(database, 'learnt-words'),
  })
}

import type { ComposeFile } from '@hongyan/contract/compose'
import { signatures } from '@hongyan/contract/signatures'
import type { WriteMode } from '@hongyan/contract/write-modes'
import { call } from '../../lib/api.ts'

/** A signature as the composer holds it. */
export interface MailSignatureParts {
  signHtml: string
  signId: number | null
  signPosition: 'above' | 'below'
  files: ComposeFile[]
}

type Wanted = { type: WriteMode } | { signId: number }

/** The signature of a mail: none when there is none, and none when it cannot be had, so that writing goes on. */
export async function loadSignature(
  wanted: Wanted,
  signal: AbortSignal,
): Promise<MailSignatureParts | null> {
  try {
    return await fetchSignature(wanted, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}

/** Takes the signature into the mail where the user asked for it and is told why it failed. */
export async function fetchSignature(
  wanted: Wanted,
  signal?: AbortSignal,
): Promise<MailSignatureParts> {
  const options = signal === undefined ? {} : { signal }
  const { signature, position } = await call(signatures.forCompose, { body: wanted }, options)
  return {
    signHtml: signature?.content ?? '',
    signId: signature?.signId ?? null,
    signPosition: position,
    files: signature?.files ?? [],
  }
}

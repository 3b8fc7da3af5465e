import { ApiError, type ApiErrorKind } from './api-error.ts'
import { translate } from './i18n.ts'

let show: (text: string) => void = () => undefined

/** The page says where troubles are shown; to be called once. */
export function showTroublesBy(next: (text: string) => void): void {
  show = next
}

const speakForThemselves: ReadonlySet<ApiErrorKind> = new Set(['expired', 'locked', 'owed'])

/** What a refused call is told as; null where the end of the session or the lock speaks for itself. */
function troubleText(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null
  if (!(error instanceof ApiError)) return translate('common:error')
  return speakForThemselves.has(error.kind) ? null : error.message
}

/** Says why a call was refused. What is no answer of the server is a fault of ours: the console has it whole. */
export function tellTrouble(error: unknown): void {
  const text = troubleText(error)
  if (text === null) return
  show(text)
  if (!(error instanceof ApiError)) reportError(error)
}

/** Says what the server would say, which need not be asked. */
export const tellNotAllowed = (): void => show(translate('common:mayNot'))

/**
 * Does something that the server may refuse; then it is said once and nothing goes on. Where what was typed must stay
 * beside its reason, see use-attempt.ts. @returns true when it worked
 */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    tellTrouble(error)
    return false
  }
}

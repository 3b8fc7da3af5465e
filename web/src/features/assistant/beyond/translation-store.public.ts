import { sessionStore } from '../../../lib/session-store.ts'

/** The mail that is translated where it stands; grows with each time it is asked for. */
export const useTranslationAsked = sessionStore<{ mailId: number | null; turn: number }>(() => ({
  mailId: null,
  turn: 0,
}))

export const translateMail = (mailId: number): void =>
  useTranslationAsked.setState(({ turn }) => ({ mailId, turn: turn + 1 }))

export const endTranslation = (): void => useTranslationAsked.setState({ mailId: null })

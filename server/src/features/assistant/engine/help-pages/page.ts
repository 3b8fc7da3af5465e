/** One page of the help: the screen that it is about, further words people ask with, and title and text by language. */
export interface Page {
  route: string
  ask: string
  zh: readonly [title: string, text: string]
  en: readonly [title: string, text: string]
}

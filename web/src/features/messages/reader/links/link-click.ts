/** A link of a mail that a person clicked. */
export interface LinkClick {
  href: string
  /** What the mail shows for it. */
  text: string
}

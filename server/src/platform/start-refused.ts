/** The product cannot start as things are; `message` is a sentence for the person who started it. */
export class StartRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StartRefused'
  }
}

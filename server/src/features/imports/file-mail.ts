/** A mail found in a file, with what the file says of its state; or why there is none. */
export type FileMail =
  | { name: string; raw: Buffer; seen: boolean; starred: boolean }
  | { name: string; raw: null; trouble: 'not-mail' | 'too-large' | 'file' }

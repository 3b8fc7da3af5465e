/** The part of mailparser 3.9.31 that tests read mails with: it brings no declarations of its own. */
declare module 'mailparser' {
  export interface ParsedPeople {
    value: { name: string; address?: string; group?: { name: string; address?: string }[] }[]
  }

  export interface ParsedFile {
    filename?: string
    contentType: string
    contentDisposition?: string
    /** With its angle brackets. */
    contentId?: string
    content: Buffer
  }

  export interface ParsedMail {
    subject?: string
    from?: ParsedPeople
    to?: ParsedPeople | ParsedPeople[]
    cc?: ParsedPeople | ParsedPeople[]
    bcc?: ParsedPeople | ParsedPeople[]
    messageId?: string
    inReplyTo?: string
    references?: string | string[]
    date?: Date
    text?: string
    html?: string | false
    attachments: ParsedFile[]
    headerLines: { key: string; line: string }[]
  }

  export interface ParseOptions {
    /** Leaves `cid:` in the HTML as it is. */
    keepCidLinks: boolean
    skipHtmlToText: boolean
    skipTextToHtml: boolean
    skipTextLinks: boolean
  }

  export function simpleParser(raw: Buffer, options: ParseOptions): Promise<ParsedMail>
}

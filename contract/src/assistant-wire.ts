import type { ErrorCode } from './errors.ts'

/** What a request and each of its messages is about (L67). */
export const assistantTypes = { chat: 1, compose: 2, reply: 3, summary: 4, check: 5 } as const
/** What goes beyond the five: the same tickets, the same socket. */
export const moreTypes = { brief: 11, mailbox: 12 } as const
/** Those of the panel. */
export const allTypes = { ...assistantTypes, ...moreTypes } as const
/** What is done with texts where they stand, outside of the panel. */
export const textTypes = { rewrite: 6, subject: 7, translate: 8, answers: 9 } as const
/** What is asked of many mails, outside of the panel: the day on the home page, mails for a label. */
export const listTypes = { daily: 13, sorting: 14 } as const
export const everyType = { ...allTypes, ...textTypes, ...listTypes } as const
export type AssistantType = (typeof everyType)[keyof typeof everyType]

/** Longest description of a label, in characters, and mails that are looked through for it at once. */
export const sortingWords = 1_000
export const sortingMails = 50

/** What is done with a passage that was marked in the composer (type 6). */
export const rewriteWays = [
  'shorter',
  'longer',
  'formal',
  'friendlier',
  'correct',
  'translate',
] as const
export type RewriteWay = (typeof rewriteWays)[number]
/** Longest passage, in characters. */
export const rewriteLength = 6_000
/** So much of a mail is translated: characters, and pieces of text between its tags. */
export const translateLength = 20_000
export const translatePieces = 2_000

/** What a drafted mail is, how long, and how it sounds (L68); the first in `draftDefaults` (L69). */
export const requestEmails = ['WORK', 'VACATION', 'MEETING'] as const
export const draftSizes = ['SHORT', 'MEDIUM', 'LONG'] as const
export const draftTones = ['FORMAL', 'FRIENDLY', 'PROFESSIONAL'] as const
/** One value, no selector (G109). */
export const draftLanguages = ['CHINESE'] as const
export const draftDefaults = {
  requestEmail: 'WORK',
  size: 'MEDIUM',
  tone: 'FORMAL',
  language: 'CHINESE',
} as const

/** Longest body that is checked, in characters of its plain text (L51, G108). */
export const checkLength = 5_000
/** The flags of the panel are let go so long after the last message (L8), in milliseconds. */
export const busyRelease = 30_000

/** Where the socket is, on the host of the page: `aiUrl` of the platform config (E39). */
export const assistantPath = '/api/mail/main/ai/socket'
/** The protocol of the socket; beside it stands `bearer.<access token>`, as for push (G93). */
export const assistantProtocol = 'hongyan.assistant.v1'
/** What a client sends to end the answer that is being written; anything else it sends is the `data` of a call. */
export const stopWord = 'stop'

/** How bad a checked mail is, from nothing found to keep away. */
export const checkLevels = ['unremarkable', 'caution', 'suspicious', 'dangerous'] as const
export type CheckLevel = (typeof checkLevels)[number]

/** One fact about a checked mail, in words of the reader's language, and what in the mail shows it. */
export interface CheckSignal {
  code: string
  /** What it weighs: a good sign, a remark, or one of the levels that it leads to by itself or with others. */
  weight: 'good' | 'note' | 'caution' | 'suspicious' | 'dangerous'
  text: string
  /** Cut from the mail, or from what the server knows of it: plain text, never a live link. */
  evidence: string
}

/** A page of the help: its title, and the screen of the webmail that it is about ('' for none). */
export interface HelpSource {
  title: string
  route: string
}

/** What a line of a thread's brief is about: what waits for an answer, what was settled, who owes what, what is when. */
export const briefKinds = ['question', 'decision', 'task', 'date'] as const

/** One line of a brief; it stands on one mail of the thread. */
export interface BriefLine {
  kind: (typeof briefKinds)[number]
  text: string
  /** Who asked, decided or owes it; '' where nobody is named. */
  who: string
  /** When it is due or takes place: YYYY-MM-DD. */
  due: string | null
  mailId: number
  mailboxId: number
  /** Who wrote that mail, and when. */
  from: string
  at: string
}

/** What the server sends, one of many for a request: `type`, `content` and `thought` are the specification's. */
export interface AssistantMessage {
  type: AssistantType
  /** Which request: what stands before the first full stop of its `data`. */
  request: string
  /** To be appended. Plain text, never HTML (G112). */
  content?: string
  /** How the answer came about, to be appended: shown for type 5 (G106). */
  thought?: string
  /** On the last message of a request, whatever became of it (G100). */
  finish?: true
  /** On the first message: who answers (G111). `model`: what the administrator calls it. */
  engine?: 'built-in' | 'model'
  model?: string
  /** Type 1: pages of the help that the answer stands on. */
  sources?: HelpSource[]
  /** Type 2: a subject for the mail, to be taken where there is none yet. */
  subject?: string
  /** Type 4: each sentence of the summary as it stands in the mail, so that it can be found there. */
  sentences?: string[]
  /** Type 5: the level, and every fact behind it, the gravest first. A later message may only raise the level. */
  level?: CheckLevel
  signals?: CheckSignal[]
  /** Types 11 and 13: lines of the brief, to be appended, and of how many mails they are. */
  brief?: BriefLine[]
  mails?: MailsRead
  /** Type 12: the search that was made, in the words of the search box, and what it found. Type 14: mails for the label, to be appended. */
  query?: string
  found?: FoundMail[]
  /** Types 7 and 9: proposals, to be chosen from. */
  choices?: string[]
  /** Type 8: pieces of the mail in the other language, by their number. */
  pieces?: { at: number; text: string }[]
  /** Type 8: how many pieces stay as they are. */
  missed?: number
  /** Type 6: addresses in the answer that are not in what was given. */
  strange?: string[]
  /** Why no answer came, or no more of it: a code of the catalogue, whose sentence is shown. */
  error?: ErrorCode
}

/** A mail that was found for a question; in the answer its number in the list, from 1, stands in brackets. */
export interface FoundMail {
  mailId: number
  mailboxId: number
  subject: string
  from: string
  at: string
  /** The sentence of it that has most to do with the question. */
  quote: string
}

/** How many mails were read for an answer, and how many of the thread were not, for they are protected. */
export interface MailsRead {
  read: number
  left: number
}

/** The text of a frame: a JSON string wrapped twice (G99). */
export const wrapTwice = (message: AssistantMessage): string =>
  JSON.stringify(JSON.stringify(message))

/** What a frame says; wrapped once is accepted too (G99). @returns null for what is no message */
export function unwrapTwice(frame: string): AssistantMessage | null {
  const once = parseJson(frame)
  const message = typeof once === 'string' ? parseJson(once) : once
  return isMessage(message) ? message : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isMessage = (value: unknown): value is AssistantMessage =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  Object.values(everyType).some((type) => type === value.type)

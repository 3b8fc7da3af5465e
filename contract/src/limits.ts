/** Constants of section 9 of the specification (ledger rows L..); sizes in bytes, times in milliseconds. */
export const limits = {
  /** Where phones are sent (L14). */
  phonePort: 9443,
  requestTimeout: 300_000,
  loadingCloseDelay: 300,
  folderRefreshAfterPush: 500,
  notificationPageSize: 10,
  notificationSubject: 100,
  notificationSender: 60,
  errorToast: 5_000,
  /**
   * Text messages about new mail, to one person: values of our own. The first waits, for who sits at the desk reads the mail
   * itself; the next one tells of all that came in between.
   */
  smsNoticeWait: 60_000,
  smsNoticeGap: 900_000,
  smsNoticesPerDay: 10,
  narrowScreen: 500,
  sidebarWidth: 210,
  tagWidth: 160,
  pageSize: 15,
  pageSizes: [15, 30, 50, 100],
  /** Shortcuts for which a person may choose a key. */
  shortcuts: 60,
  /** Rows that one call of a continuous list brings. */
  listBlock: 50,
  maxPageSize: 100,
  timeZone: 8,
  /** Hours east of GMT that a user may choose. */
  timeZones: { min: -12, max: 12 },
  /** Flag colours of a mail; 0 is none. */
  colors: 7,
  scrollDelay: 100,
  tableSize: 2,
  timeFormat: 24,
  subject: 255,
  attachments: 40,
  upload: 50 * 1024 * 1024,
  picture: 2 * 1024 * 1024,
  /** Uploads in chunks: values of our own. A chunk that is not the last has at least `uploadChunkMin` bytes. */
  uploadChunk: 1024 * 1024,
  uploadChunkMin: 64 * 1024,
  /** Of one account at the same time. */
  openUploads: 200,
  /** A message with its attachments in base64: 50M of files is 68M on the wire. */
  message: 72 * 1024 * 1024,
  /** Of the PIN of a key, in characters: a value of our own. */
  pinMin: 6,
  pinMax: 64,
  /** Rounds of PBKDF2 from a PIN to a key. */
  pinIterations: 600_000,
  /** Certificates of people outside, of one account: a value of our own. */
  peerCertificates: 500,
  massSend: 50,
  recipients: 500,
  /** Entries of one page of the address book: a value of our own. */
  contactPageSize: 50,
  /** A scheduled mail leaves within so many days: a value of our own. */
  scheduleDays: 366,
  quickReply: 20_000,
  /** Read-limited mail (L44 to L46). */
  authorisedReads: 10,
  authorisedDays: 30,
  authorisedPassword: 15,
  selection: 1_000,
  keyword: 200,
  /** Search results are counted up to here, then "more than". */
  searchCount: 1_000,
  savedSearches: 50,
  savedSearchName: 60,
  loginPassword: 6,
  /** Passkeys of one person: a value of our own. */
  passkeys: 20,
  /** Passwords before the present one that cannot be taken again: a value of our own. */
  passwordHistory: 5,
  /** Nickname, duties and aliases of one's own: values of our own. */
  nickname: 40,
  duties: 60,
  aliases: 5,
  aliasMin: 3,
  aliasMax: 64,
  /** So long "do not remind" holds (SECURITY-25). */
  passwordReminderDays: 7,
  /** Names of folders and labels, in characters (L33). */
  itemName: 10,
  /** Bytes of the name of a folder or label that a program or an import makes (decision G115). */
  programItemName: 255,
  /** Own folders and labels of one account, and folders inside folders: values of our own. */
  folders: 500,
  folderDepth: 5,
  labels: 100,
  labelColors: 8,
  /** Labels of sensitivity of one organisation. */
  sensitivityLabels: 10,
  sensitivityKey: 40,
  sensitivityName: 20,
  folderPasswordMin: 6,
  folderPasswordMax: 20,
  /** The lock screen (L1, L2); lengths and minutes are values of our own. */
  lockCheck: 60_000,
  lockNotice: 5_000,
  lockMinutes: [0, 1, 5, 10, 15, 30, 60],
  lockPasswordMin: 4,
  lockPasswordMax: 20,
  /** Wrong lock passwords that end a login (G68). */
  lockTries: 5,
  dragHold: 700,
  dragLabel: 800,
  draftBody: 4 * 1024 * 1024,
  /** Logs, mail history and mail that can be fetched back (L53). */
  logDays: 30,
  rules: 100,
  ruleName: 50,
  ruleConditions: 20,
  ruleText: 200,
  forwardTargets: 10,
  replyText: 2_000,
  /** One file of mails to bring in, its mails, and what a .zip may unpack to: values of our own. */
  importFile: 1024 * 1024 * 1024,
  importMails: 100_000,
  importUnpacked: 4 * 1024 * 1024 * 1024,
  importFailures: 100,
  /** Signatures, letter templates and papers: values of our own. */
  signatures: 20,
  signatureName: 50,
  signature: 128 * 1024,
  templates: 100,
  templateName: 50,
  template: 512 * 1024,
  papers: 30,
  paperName: 30,
  ownPictures: 100,
  feedback: 2_000,
  /** Words of the organisation on the home screen: values of our own. */
  announcementTitle: 100,
  announcement: 2_000,
  festivalWords: 200,
  todoNote: 200,
  todos: 10_000,
  approvalOpinion: 500,
} as const

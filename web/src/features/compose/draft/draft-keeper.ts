import type { DraftReply } from '@hongyan/contract/compose'
import { type ComposeContent, isEmpty } from './compose-content.ts'
import {
  type DraftEvent,
  type DraftState,
  draftReducer,
  hasUnsaved,
  nextSaveAt,
  startDraft,
} from './draft-machine.ts'
import type { KeptDrafts } from './kept-drafts.ts'
import type { SaveTrouble } from './save-trouble.ts'

/** What the keeper needs from its surroundings. */
export interface KeeperNeeds {
  account: string
  composeKey: string
  start: { draftId: number | null; mailId: number | null; version: number }
  /** Reads what is on the screen. */
  read: () => ComposeContent
  save: (draft: DraftToSave, options: { keepalive: boolean }) => Promise<DraftReply>
  troubleOf: (error: unknown) => SaveTrouble
  kept: KeptDrafts
  /** Something beside the content makes a draft worth keeping: files on their way. */
  hasMore?: () => boolean
  onState: (state: DraftState) => void
  now: () => number
}

export interface DraftToSave {
  sendKey: string
  content: ComposeContent
  draftId: number | null
  version: number
  /** When the content was read from the screen, ms since 1970. */
  writtenAt: number
}

/** Keys wait at most this long before they are on this device. */
const keepDelay = 400

type Timer = ReturnType<typeof setTimeout> | undefined

/** Runs the draft machine: timers, saves one after the other, and the copy on this device. */
export class DraftKeeper {
  state: DraftState
  /** The draft's message in the drafts folder; it changes with every save. Null before the first. */
  mailId: number | null
  readonly #needs: KeeperNeeds
  #read: () => ComposeContent
  #saveTimer: Timer
  #keepTimer: Timer
  #running: Promise<void> | null = null
  #closed = false
  /** The session that it was written in is over: nothing goes to the server any more. */
  #isOver = false
  #isDeviceFull = false
  /** Set when this screen became a copy of a mail that is elsewhere, and perhaps sent. */
  #isCopy = false
  /** What is on the screen was sent, and whether it left is not known; until the next key. */
  #wasSending = false

  constructor(needs: KeeperNeeds) {
    this.#needs = needs
    this.#read = needs.read
    this.mailId = needs.start.mailId
    this.state = startDraft(needs.start.draftId, needs.start.version)
  }

  /** The text is neither on the server nor on this device: closing the page would lose it. */
  get isAtRisk(): boolean {
    return hasUnsaved(this.state) && this.#isDeviceFull
  }

  /** Under one key one mail leaves, however often it is sent; a copy is another mail. */
  get sendKey(): string {
    return this.#isCopy ? `${this.#needs.composeKey}-copy` : this.#needs.composeKey
  }

  /** The mail may have left just as it is on the screen, although nobody here heard of it. */
  get mayHaveLeft(): boolean {
    return this.#wasSending
  }

  edited(): void {
    this.#changed(false)
  }

  /** What this device kept is on the screen: the server has not got it, unless it was being sent. */
  restored(wasSending: boolean): void {
    this.#changed(wasSending)
  }

  #changed(wasSending: boolean): void {
    this.#wasSending = wasSending
    this.#dispatch({ kind: 'edited', at: this.#needs.now() })
    this.#keepTimer ??= setTimeout(() => void this.#keep(), keepDelay)
  }

  /**
   * Saves what is unsaved now; resolves when the attempt ended, well or not.
   * @returns whether nothing that was on the screen then is missing on the server
   */
  async flush(): Promise<boolean> {
    const { revision } = this.state
    await this.#save(false)
    return this.state.savedRevision >= revision && this.state.kind !== 'conflict'
  }

  backOnline(): void {
    this.#dispatch({ kind: 'back-online', at: this.#needs.now() })
  }

  /** After a conflict: what is on this screen becomes a draft of its own. */
  keepMine(): void {
    this.mailId = null
    this.#isCopy = true
    this.#wasSending = false
    this.#dispatch({ kind: 'keep-mine', at: this.#needs.now() })
  }

  /** After a conflict: the other window's text is on this screen now. */
  loadTheirs(theirs: { draftId: number; version: number }): void {
    this.#wasSending = false
    this.#dispatch({ kind: 'load-theirs', ...theirs })
    void this.#forget()
  }

  /** Stops saving and waits for a save that is running; answers the draft that the send takes along. */
  async beginSend(): Promise<number | null> {
    this.#dispatch({ kind: 'send-started' })
    if (this.#running !== null) await this.#running
    const { state } = this
    const draftId = state.kind === 'sending' && state.before !== null ? null : state.draftId
    this.#wasSending = true
    // If nobody hears the answer, what is kept here says that it may have been sent.
    await this.#keep()
    return draftId
  }

  /** @param isRefused the server said no: then it did not leave */
  sendFailed(isRefused: boolean): void {
    this.#wasSending = !isRefused
    this.#dispatch({ kind: 'send-failed', at: this.#needs.now() })
    void this.#keep()
  }

  /** The mail left, or the user threw it away: nothing of it is saved or kept any more. */
  finish(): void {
    this.#dispatch({ kind: 'send-done' })
    void this.#forget()
  }

  /** The page may be gone in a moment. */
  pageHides(): void {
    void this.#keep()
    void this.#save(true)
  }

  /** The screen is there (again). */
  open(): void {
    this.#closed = false
    this.#isOver = false
    this.#read = this.#needs.read
  }

  /**
   * The screen closes: one last save, and the copy on this device if it fails.
   * @param isOver the session ended: the next one may be of another mailbox, so there is only the copy, kept by account
   */
  async close(isOver = false): Promise<void> {
    if (this.#closed) return
    this.#isOver = isOver
    // Read before the editor is taken down.
    const content = this.#read()
    this.#read = () => content
    this.#closed = true
    clearTimeout(this.#saveTimer)
    await Promise.all([this.#keep(), this.#save(false)])
  }

  #dispatch(event: DraftEvent): void {
    this.state = draftReducer(this.state, event)
    clearTimeout(this.#saveTimer)
    if (this.#closed) return
    this.#needs.onState(this.state)
    const at = nextSaveAt(this.state)
    if (at === null) return
    const wait = Math.max(0, at - this.#needs.now())
    this.#saveTimer = setTimeout(() => void this.#save(false), wait)
  }

  async #save(keepalive: boolean): Promise<void> {
    // One save at a time: the next one needs the version that this one gets.
    while (this.#running !== null) await this.#running
    if (this.#isOver || !hasUnsaved(this.state) || !isSavable(this.state)) return
    this.#running = this.#attempt(keepalive).finally(() => {
      this.#running = null
    })
    await this.#running
  }

  async #attempt(keepalive: boolean): Promise<void> {
    const content = this.#read()
    const writtenAt = this.#needs.now()
    const { draftId, version, revision } = this.state
    this.#dispatch({ kind: 'save-started' })
    if (draftId === null && isEmpty(content) && !this.#needs.hasMore?.()) {
      this.#dispatch({ kind: 'nothing-to-save' })
      return this.#forget()
    }
    // What is kept is never older than what the server has: a page that dies goes on from what is kept. A page that goes
    // has kept it already.
    if (!keepalive) await this.#keep(content)
    try {
      const { sendKey } = this
      const draft = { content, draftId, version, sendKey, writtenAt }
      const reply = await this.#needs.save(draft, { keepalive })
      this.mailId = reply.mailId
      const saved = { draftId: reply.draftId, version: reply.version }
      this.#dispatch({ kind: 'save-done', at: this.#needs.now(), ...saved })
      if (!hasUnsaved(this.state)) await this.#forget()
    } catch (error) {
      const trouble = this.#needs.troubleOf(error)
      const at = this.#needs.now()
      this.#dispatch(trouble.kind === 'save-conflict' ? trouble : { ...trouble, at })
      await (this.state.revision === revision ? this.#keep(content) : this.#keep())
    }
  }

  /** @param known what is on the screen, where it was just read: of a long text that takes a moment */
  async #keep(known?: ComposeContent): Promise<void> {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
    if (!hasUnsaved(this.state)) return
    const { account, composeKey, kept, now } = this.#needs
    const { draftId, version } = this.state
    const content = known ?? this.#read()
    const keptAt = now()
    const { sendKey } = this
    const wasSending = this.#wasSending
    const identity = { account, composeKey, sendKey, wasSending, draftId, version }
    const entry = { ...identity, keptAt, content }
    this.#isDeviceFull = !(await kept.keep(entry))
  }

  async #forget(): Promise<void> {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
    await this.#needs.kept.forget(this.#needs.account, this.#needs.composeKey)
  }
}

/** A save may start now. */
function isSavable(state: DraftState): boolean {
  return ['clean', 'dirty', 'saved', 'offline'].includes(state.kind)
}

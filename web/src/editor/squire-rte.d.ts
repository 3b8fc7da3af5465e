/**
 * The part of squire-rte 2.4.8 that we use. Its own declarations import without file extensions,
 * which `moduleResolution: nodenext` cannot follow, so everything would silently be `any`.
 */
declare module 'squire-rte' {
  export interface SquireConfig {
    blockTag: string
    undo: { documentSizeThreshold: number; undoLimit: number }
    addLinks: boolean
    sanitizeToDOMFragment: (html: string) => DocumentFragment
    didError: (error: unknown) => void
  }

  // biome-ignore lint/style/noDefaultExport: as the package has it
  export default class Squire {
    constructor(root: HTMLElement, config?: Partial<SquireConfig>)
    destroy(): void
    /** What a step back puts in; Squire's own. */
    protected _setRawHTML(html: string): this
    getRoot(): HTMLElement
    addEventListener(type: string, listener: (event: Event) => void): this
    focus(): this
    getSelection(): Range
    setSelection(range: Range): this
    getSelectedText(): string
    moveCursorToStart(): this
    moveCursorToEnd(): this
    setHTML(html: string): this
    insertHTML(html: string, isPaste?: boolean): this
    insertImage(src: string, attributes: Record<string, string>): HTMLImageElement
    insertElement(element: Element): this
    insertPlainText(text: string, isPaste: boolean): this
    hasFormat(tag: string): boolean
    getFontInfo(): Record<
      'color' | 'backgroundColor' | 'fontFamily' | 'fontSize',
      string | undefined
    >
    bold(): this
    removeBold(): this
    italic(): this
    removeItalic(): this
    underline(): this
    removeUnderline(): this
    strikethrough(): this
    removeStrikethrough(): this
    makeLink(url: string): this
    removeLink(): this
    setFontFace(families: string | null): this
    setFontSize(size: string | null): this
    setTextColor(color: string | null): this
    setHighlightColor(color: string | null): this
    setTextAlignment(alignment: string): this
    forEachBlock(change: (block: HTMLElement) => void, mutates: boolean): this
    increaseListLevel(): this
    decreaseListLevel(): this
    makeUnorderedList(): this
    makeOrderedList(): this
    removeList(): this
    increaseQuoteLevel(): this
    decreaseQuoteLevel(): this
    removeAllFormatting(): this
    undo(): this
    redo(): this
    saveUndoState(): this
  }
}

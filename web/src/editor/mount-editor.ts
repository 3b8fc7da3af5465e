import Squire from 'squire-rte'
import { parsedApart } from '../lib/trusted.ts'
import { cleanHtml } from './clean-html.ts'
import type { EditorEvents, EditorHandle, EditorOptions } from './editor-api.ts'
import { runCommand } from './editor-commands.ts'
import { readFormat } from './editor-format.ts'
import { watchEmptyPage, watchFiles, watchKeys, watchSize, watchTyping } from './editor-input.ts'
import { newTextOf, quotedSelector, sentHtmlOf, wrapOriginal } from './editor-output.ts'
import { watchTables } from './editor-tables.ts'
import { newKey, type Pictures, trackPictures } from './pictures.ts'
import { watchChanges } from './watch-changes.ts'

/** Starts the editor in this page. Every text that enters it goes through `cleanHtml`. */
export function mountEditor(options: EditorOptions): EditorHandle {
  const root = pageRoot(options)
  const pictures = trackPictures(options.on.pictureFound)
  let loading = false
  const squire = new Editor(root, {
    blockTag: 'DIV',
    sanitizeToDOMFragment: (html) => cleanHtml(html, loading ? 'load' : 'paste', pictures),
    undo: { documentSizeThreshold: 1_000_000, undoLimit: 300 },
    didError: reportError,
  })
  const load = (html: string, addresses: Record<string, string>): void => {
    pictures.know(addresses)
    loading = true
    squire.setHTML(html)
    loading = false
  }
  const insert = (html: string, addresses: Record<string, string>): void => {
    pictures.know(addresses)
    loading = true
    squire.insertHTML(html)
    loading = false
  }
  const append = (block: HTMLElement): void => {
    // Loaded as a whole, which forgets the steps before: undo must not take away what stood elsewhere.
    load(root.innerHTML + block.outerHTML, {})
    options.on.changed()
  }
  load(options.html, options.pictures)
  const stop = [
    watchTyping(squire, root),
    watchEmptyPage(squire, root),
    ...watch(squire, root, options.on),
    watchFiles(root, options.on, pictures),
    watchTables(squire, root),
  ]
  return {
    getHtml: () => sentHtmlOf(root, pictures),
    getNewText: () => newTextOf(root),
    getSelectedText: () => squire.getSelectedText(),
    setHtml: load,
    insertHtml(html, addresses) {
      insert(html, addresses)
      squire.focus()
    },
    replaceText: (change) => replaceText(squire, root, change),
    appendHtml(html, addresses) {
      pictures.know(addresses)
      const block = document.createElement('div')
      block.append(cleanHtml(html, 'load', pictures))
      append(block)
    },
    appendQuote(html, addresses) {
      pictures.know(addresses)
      append(wrapOriginal(cleanHtml(html, 'load', pictures)))
    },
    run: (command) => runCommand(squire, command),
    ...pictureCommands(squire, root, pictures),
    focus(where) {
      squire.focus()
      if (where === 'start') squire.moveCursorToStart()
    },
    setEditable(editable) {
      root.contentEditable = String(editable)
    },
    destroy() {
      for (const end of stop) end()
      squire.destroy()
    },
  }
}

function replaceText(squire: Squire, root: HTMLElement, change: (text: string) => string): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const changes: [text: Text, next: string][] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(quotedSelector)) continue
    const next = change(node.data)
    if (next !== node.data) changes.push([node, next])
  }
  if (changes.length === 0) return
  squire.saveUndoState()
  for (const [text, next] of changes) text.data = next
}

function pictureCommands(
  squire: Squire,
  root: HTMLElement,
  pictures: Pictures,
): Pick<EditorHandle, 'insertPicture' | 'settlePicture'> {
  return {
    insertPicture(blobUrl) {
      const key = newKey()
      squire.insertImage(blobUrl, pictures.begin(key, blobUrl))
      return key
    },
    settlePicture(key, contentId) {
      pictures.settle(key, contentId)
      for (const image of pictures.marked(root, key)) {
        image.removeAttribute('class')
        if (contentId === null) image.remove()
      }
    },
  }
}

/** A step back puts in again what stood there, as nodes that were parsed beside the page: nothing runs on the way. */
class Editor extends Squire {
  protected override _setRawHTML(html: string): this {
    // Squire's own part, with the empty text that is allowed: it makes the first block and does not take this for typing.
    super._setRawHTML('')
    const nodes = parsedApart(html).body.childNodes
    if (nodes.length > 0) this.getRoot().replaceChildren(...nodes)
    return this
  }
}

function pageRoot(options: EditorOptions): HTMLElement {
  const root = document.getElementById('text')
  if (root === null) throw new Error('editor.html has no #text')
  document.documentElement.lang = options.language
  root.setAttribute('role', 'textbox')
  root.setAttribute('aria-multiline', 'true')
  root.setAttribute('aria-label', options.label)
  root.setAttribute('data-placeholder', options.placeholder)
  return root
}

/** Tells the composer what happens in the frame; answers the functions that stop it. */
function watch(squire: Squire, root: HTMLElement, on: EditorEvents): Array<() => void> {
  let canUndo = false
  let canRedo = false
  let told = ''
  const format = () => {
    const now = { ...readFormat(squire, root), canUndo, canRedo }
    const text = JSON.stringify(now)
    // Most keys change nothing that the toolbar shows.
    if (text === told) return
    told = text
    on.formatChanged(now)
  }
  for (const type of ['pathChange', 'select', 'cursor', 'input']) {
    squire.addEventListener(type, format)
  }
  squire.addEventListener('undoStateChange', (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : null
    if (typeof detail !== 'object' || detail === null) return
    canUndo = 'canUndo' in detail && detail.canUndo === true
    canRedo = 'canRedo' in detail && detail.canRedo === true
    format()
  })
  squire.addEventListener('focus', on.focused)
  return [
    watchChanges(squire, root, () => on.changed()),
    watchKeys(root, on),
    watchSize(root, on.resized),
  ]
}

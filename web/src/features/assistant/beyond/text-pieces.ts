import { translateLength, translatePieces } from '@hongyan/contract/assistant-wire'

/** A piece of text between the tags of a mail. */
export interface TextPiece {
  node: Text
  /** As it stood when it was taken. */
  original: string
}

/** What holds no words to be read. */
const silent = 'style, script, noscript, template, textarea, select, svg, math'

/**
 * The pieces of text of a mail as it is drawn, in their order, up to what is translated at once: what nobody sees, and what has no letters, is not among them.
 */
export function piecesOf(body: HTMLElement): { pieces: TextPiece[]; isWhole: boolean } {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const pieces: TextPiece[] = []
  let length = 0
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { data, parentElement } = node as Text
    if (!/\p{L}/u.test(data) || parentElement === null) continue
    if (parentElement.closest(silent) !== null || !isSeen(parentElement)) continue
    length += data.length
    if (length > translateLength || pieces.length === translatePieces)
      return { pieces, isWhole: false }
    pieces.push({ node: node as Text, original: data })
  }
  return { pieces, isWhole: true }
}

/** Browsers without it ask the server alone, which takes no hidden text. */
const isSeen = (element: HTMLElement): boolean =>
  element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true

/** Chinese where most of what is said is. */
export function isChinese(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[a-z]{2,30}/gi)?.length ?? 0
  return han > words
}

/** Puts words where a piece stands, as text; the spaces around it stay. */
export function putWords({ node, original }: TextPiece, words: string): void {
  const before = original.slice(0, original.length - original.trimStart().length)
  const after = original.slice(original.trimEnd().length)
  node.data = before + words + after
}

export function putBack(pieces: readonly TextPiece[]): void {
  for (const { node, original } of pieces) node.data = original
}

import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { escapeText, type HtmlWriter, htmlWriter } from './html-writer.ts'
import { childOf, childrenOf, readXml, textOf, type XmlElement } from './xml.ts'

interface Context {
  archive: Archive
  out: HtmlWriter
  /** Relations of the document part: id → file in the archive. */
  targets: Map<string, string>
  links: Map<string, string>
  /** Style id → heading level. */
  headings: Map<string, number>
  picturesLeft: number
}

/** The text of a Word document (ECMA-376): headings, paragraphs, emphasis, colours, lists, tables, pictures. */
export function docxToHtml(archive: Archive): { html: string; truncated: boolean } | null {
  const document = archive.read('word/document.xml')
  if (!document) return null
  const body = childOf(readXml(document.toString('utf8')), 'document', 'body')
  if (!body) return null
  const relations = relationsOf(archive, 'word/_rels/document.xml.rels', 'word')
  const context: Context = {
    archive,
    out: htmlWriter(),
    ...relations,
    headings: headingsOf(archive),
    picturesLeft: 60,
  }
  blocks(context, body)
  return { html: context.out.html(), truncated: context.out.full }
}

/** Files and links that a part of the package refers to by id. */
export function relationsOf(
  archive: Archive,
  file: string,
  folder: string,
): { targets: Map<string, string>; links: Map<string, string> } {
  const targets = new Map<string, string>()
  const links = new Map<string, string>()
  const root = childOf(readXml(archive.read(file)?.toString('utf8') ?? ''), 'Relationships')
  for (const { attributes } of childrenOf(root, 'Relationship')) {
    const { Id: id = '', Target: target = '', TargetMode: mode } = attributes
    if (mode === 'External') links.set(id, target)
    else targets.set(id, target.startsWith('/') ? target.slice(1) : posix.join(folder, target))
  }
  return { targets, links }
}

function headingsOf(archive: Archive): Map<string, number> {
  const styles = childOf(readXml(archive.read('word/styles.xml')?.toString('utf8') ?? ''), 'styles')
  const levels = new Map<string, number>()
  for (const style of childrenOf(styles, 'style')) {
    const name = childOf(style, 'name')?.attributes.val ?? ''
    const level = /^heading ([1-6])$/i.exec(name)?.[1] ?? (/^title$/i.test(name) ? '1' : undefined)
    if (level) levels.set(style.attributes.styleId ?? '', Number(level))
  }
  return levels
}

function blocks(context: Context, parent: XmlElement): void {
  for (const block of childrenOf(parent)) {
    if (context.out.full) return
    if (block.name === 'p') paragraph(context, block)
    else if (block.name === 'tbl') table(context, block)
    else if (block.name === 'sdt') blocks(context, childOf(block, 'sdtContent') ?? block)
  }
}

const aligned = new Set(['center', 'right', 'both'])

function paragraph(context: Context, element: XmlElement): void {
  const properties = childOf(element, 'pPr')
  const level = context.headings.get(childOf(properties, 'pStyle')?.attributes.val ?? '')
  const list = childOf(properties, 'numPr')
  const depth = Math.min(8, Number(childOf(list, 'ilvl')?.attributes.val) || 0)
  const align = childOf(properties, 'jc')?.attributes.val ?? ''
  const style = [
    aligned.has(align) ? `text-align:${align === 'both' ? 'justify' : align}` : '',
    list ? `margin:2px 0 2px ${24 + depth * 20}px;text-indent:-14px` : '',
  ].filter(Boolean)
  const tag = level ? `h${level}` : 'p'
  context.out.add(`<${tag}${style.length > 0 ? ` style="${style.join(';')}"` : ''}>`)
  if (list) context.out.add('• ')
  inline(context, element)
  context.out.add(`</${tag}>`)
}

function inline(context: Context, parent: XmlElement): void {
  for (const one of childrenOf(parent)) {
    if (one.name === 'r') run(context, one)
    else if (one.name === 'hyperlink') hyperlink(context, one)
    else if (['ins', 'smartTag', 'sdt', 'sdtContent', 'fldSimple'].includes(one.name)) {
      inline(context, one)
    }
  }
}

function hyperlink(context: Context, element: XmlElement): void {
  const target = context.links.get(element.attributes.id ?? '')
  if (target !== undefined) context.out.add(`<a href="${escapeText(target)}">`)
  inline(context, element)
  if (target !== undefined) context.out.add('</a>')
}

const isOn = (properties: XmlElement | undefined, name: string): boolean => {
  const found = childOf(properties, name)
  return found !== undefined && !['0', 'false', 'none', 'off'].includes(found.attributes.val ?? '')
}

function run(context: Context, element: XmlElement): void {
  const properties = childOf(element, 'rPr')
  if (isOn(properties, 'vanish')) return
  const color = childOf(properties, 'color')?.attributes.val ?? ''
  const size = Number(childOf(properties, 'sz')?.attributes.val) / 2
  const style = [
    isOn(properties, 'b') ? 'font-weight:bold' : '',
    isOn(properties, 'i') ? 'font-style:italic' : '',
    isOn(properties, 'u') ? 'text-decoration:underline' : '',
    isOn(properties, 'strike') ? 'text-decoration:line-through' : '',
    /^[0-9a-f]{6}$/i.test(color) ? `color:#${color}` : '',
    size >= 6 && size <= 72 ? `font-size:${size}pt` : '',
  ].filter(Boolean)
  if (style.length > 0) context.out.add(`<span style="${style.join(';')}">`)
  for (const part of childrenOf(element)) runPart(context, part)
  if (style.length > 0) context.out.add('</span>')
}

function runPart(context: Context, part: XmlElement): void {
  if (part.name === 't') context.out.add(escapeText(textOf(part)))
  else if (part.name === 'tab') context.out.add('&emsp;')
  else if (part.name === 'br' || part.name === 'cr') context.out.add('<br>')
  else if (part.name === 'drawing' || part.name === 'pict') picture(context, part)
}

const pictureTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
}

function picture(context: Context, drawing: XmlElement): void {
  const target = context.targets.get(embeddedId(drawing) ?? '')
  if (target === undefined || context.picturesLeft-- <= 0) return
  const type = pictureTypes[posix.extname(target).toLowerCase()]
  const bytes = type === undefined ? null : context.archive.read(target)
  if (bytes) context.out.add(`<img src="data:${type};base64,${bytes.toString('base64')}" alt="">`)
}

function embeddedId(element: XmlElement): string | undefined {
  if (element.name === 'blip') return element.attributes.embed
  if (element.name === 'imagedata') return element.attributes.id
  for (const child of childrenOf(element)) {
    const found = embeddedId(child)
    if (found !== undefined) return found
  }
  return undefined
}

function table(context: Context, element: XmlElement): void {
  context.out.add('<table border="1" style="border-collapse:collapse;margin:8px 0">')
  for (const row of childrenOf(element, 'tr')) {
    context.out.add('<tr>')
    for (const cell of childrenOf(row, 'tc')) {
      const span = Number(childOf(cell, 'tcPr', 'gridSpan')?.attributes.val) || 1
      const wide = span > 1 && span <= 100 ? ` colspan="${span}"` : ''
      context.out.add(`<td${wide} style="padding:2px 8px;vertical-align:top">`)
      blocks(context, cell)
      context.out.add('</td>')
    }
    context.out.add('</tr>')
  }
  context.out.add('</table>')
}

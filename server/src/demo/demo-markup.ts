/**
 * The texts of the demo are written in a small markup: a blank line parts paragraphs, '- ' starts a
 * list item, '|' parts the cells of a table row, **bold**, and [[cid]] stands for a picture.
 */
export function markupToText(markup: string): string {
  return markup
    .replaceAll('**', '')
    .replace(/\[\[[^[\]]+\]\]\n*/g, '')
    .replace(/^\|(.*)\|$/gm, (_, row: string) => row.split('|').join('    ').trim())
}

/** `paragraph` is the tag that the writer's mail program puts around a paragraph. */
export function markupToHtml(markup: string, paragraph: 'p' | 'div'): string {
  const blocks = markup.split(/\n{2,}/).map((block) => blockToHtml(block, paragraph))
  return blocks.join(paragraph === 'div' ? '\n<div><br></div>\n' : '\n')
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function blockToHtml(block: string, paragraph: 'p' | 'div'): string {
  const lines = block.split('\n')
  if (lines.every((line) => line.startsWith('- '))) {
    return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`
  }
  if (lines.every((line) => line.startsWith('|'))) return tableToHtml(lines)
  const listStart = lines.findIndex((line) => line.startsWith('- ') || line.startsWith('|'))
  if (listStart > 0) {
    const head = blockToHtml(lines.slice(0, listStart).join('\n'), paragraph)
    return `${head}\n${blockToHtml(lines.slice(listStart).join('\n'), paragraph)}`
  }
  return `<${paragraph}>${lines.map(inline).join('<br>\n')}</${paragraph}>`
}

function tableToHtml(lines: string[]): string {
  const border = 'border:1px solid #c8ccd2;padding:4px 10px'
  const rows = lines.map((line, index) => {
    const tag = index === 0 ? 'th' : 'td'
    const style = index === 0 ? `${border};background:#f2f4f7;text-align:left` : border
    const cells = line.slice(1, -1).split('|')
    return `<tr>${cells.map((cell) => `<${tag} style="${style}">${inline(cell.trim())}</${tag}>`).join('')}</tr>`
  })
  return `<table cellspacing="0" style="border-collapse:collapse;font-size:inherit">${rows.join('\n')}</table>`
}

function inline(text: string): string {
  return escapeHtml(text)
    .replace(/\*\*([^*\n]+)\*\*/g, '<b>$1</b>')
    .replace(/\[\[([^[\]\n]+)\]\]/g, '<img src="cid:$1" alt="" style="max-width:100%">')
    .replace(/https?:\/\/[\w./?=&;%-]+[\w/]/g, (url) => `<a href="${url}">${url}</a>`)
}

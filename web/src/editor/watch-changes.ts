import type Squire from 'squire-rte'

/**
 * Says after each input whether the text is another one now. Squire's invisible marks are none of it: it takes them away
 * when the focus goes, and says `input` then too. Reads what was changed, never the whole text: that may be megabytes, at
 * every key.
 */
export function watchChanges(squire: Squire, root: HTMLElement, changed: () => void): () => void {
  let isChanged = false
  const look = (records: MutationRecord[]): void => {
    isChanged ||= records.some((record) => isVisible(record, root))
  }
  const observer = new MutationObserver(look)
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributes: true,
    attributeOldValue: true,
  })
  squire.addEventListener('input', () => {
    look(observer.takeRecords())
    if (!isChanged) return
    isChanged = false
    changed()
  })
  return () => observer.disconnect()
}

function isVisible(record: MutationRecord, root: HTMLElement): boolean {
  const { target, oldValue, attributeName } = record
  if (record.type === 'characterData') return bare(oldValue) !== bare(target.nodeValue)
  if (record.type === 'attributes') {
    return target !== root && (target as Element).getAttribute(attributeName ?? '') !== oldValue
  }
  return [...record.addedNodes, ...record.removedNodes].some(
    (node) => node.nodeType !== Node.TEXT_NODE || bare(node.nodeValue) !== '',
  )
}

const bare = (text: string | null): string => (text ?? '').replace(/\u200b/g, '')

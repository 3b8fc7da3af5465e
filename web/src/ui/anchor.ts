import { type CSSProperties, useId } from 'react'

/** Styles a panel with `style`, and names `anchorTo(element)` as what it lies at; what it answers takes the name away again. */
export function useAnchor(): {
  style: CSSProperties
  anchorTo: (element: HTMLElement) => () => void
} {
  const name = `--at${useId().replace(/\W/g, '_')}`
  return { style: { positionAnchor: name }, anchorTo: (element) => addName(element, name) }
}

/** A button may be the anchor of its menu and of its tooltip at once. */
function addName(element: HTMLElement, name: string): () => void {
  const names = () =>
    (element.style.getPropertyValue('anchor-name') || '').split(/,\s*/).filter(Boolean)
  const set = (list: string[]) =>
    list.length > 0
      ? element.style.setProperty('anchor-name', list.join(', '))
      : element.style.removeProperty('anchor-name')
  set([...names().filter((one) => one !== name), name])
  return () => void set(names().filter((one) => one !== name))
}

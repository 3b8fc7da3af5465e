/** What the page holds by that id; the first script does not wait for the page to be read, so it may not be there yet. */
export async function partOfPage(id: string): Promise<HTMLElement | null> {
  if (!document.getElementById(id) && document.readyState === 'loading')
    await new Promise((go) => document.addEventListener('readystatechange', go, { once: true }))
  return document.getElementById(id)
}

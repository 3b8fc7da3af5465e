import { partOfPage } from '../lib/page-read.ts'

/**
 * The styles that the page is read with are those of the login form; all of the first screens, in their order, stand beside them unread
 * (web/vite.config.ts) and take their place before another screen is drawn. Where Vite serves the page, there is nothing to do.
 */
export async function readAllStyles(): Promise<void> {
  const all = await partOfPage('all-styles')
  if (all instanceof HTMLTemplateElement)
    document.getElementById('first-styles')?.replaceWith(all.content)
}

import type { CallInput, Reply } from '@hongyan/contract/endpoint'
import { type Paper, templates } from '@hongyan/contract/templates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { upload } from '../../lib/upload.ts'

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => (await call(templates.list, { query: {} }, { signal })).list,
})

/** Links to own papers are signed for an hour. */
export const papersQuery = queryOptions({
  queryKey: ['papers'],
  queryFn: async ({ signal }) => (await call(templates.papers, { query: {} }, { signal })).list,
  staleTime: 10 * 60_000,
})

export type TemplateBody = CallInput<typeof templates.save>['body']
export type UsedTemplate = Reply<typeof templates.use>

const reload = (query: { queryKey: readonly unknown[] }) =>
  queryClient.invalidateQueries({ queryKey: query.queryKey })

export const loadTemplate = (templateId: number) => call(templates.info, { query: { templateId } })

export const takeTemplate = (templateId: number): Promise<UsedTemplate> =>
  call(templates.use, { body: { templateId } })

export async function saveTemplate(body: TemplateBody): Promise<void> {
  await call(templates.save, { body })
  await reload(templatesQuery)
}

export async function removeTemplate(templateId: number): Promise<void> {
  await call(templates.remove, { body: { templateId } })
  await reload(templatesQuery)
}

export async function addPaper(file: File): Promise<Paper> {
  const added = await upload(templates.addPaper, file)
  await reload(papersQuery)
  return added
}

export async function removePaper(paperId: string): Promise<void> {
  await call(templates.removePaper, { body: { paperId: Number(paperId) } })
  await reload(papersQuery)
}

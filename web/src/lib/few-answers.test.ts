import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keepFew } from './few-answers.ts'

const heavy = { heavy: true }
/** Several turns: on a busy machine one timer is over before what the last one began. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function answered(client: QueryClient, names: readonly string[], text: string) {
  for (const name of names)
    await client.prefetchQuery({
      queryKey: [name],
      queryFn: () => ({ text: `${name} ${text}` }),
      meta: heavy,
    })
  await turn()
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `mail ${index}`)
const kept = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])

it('T31 of heavy answers the last few are kept, by number and by size, and what is on screen', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  keepFew(client)
  await client.prefetchQuery({ queryKey: ['list'], queryFn: () => 'light' })
  await answered(client, names(1), 'x')
  const stop = new QueryObserver(client, { queryKey: ['mail 0'], meta: heavy }).subscribe(
    () => undefined,
  )
  await answered(client, names(40), 'x')
  expect(kept(client)).toHaveLength(32)
  expect(kept(client)).toEqual(expect.arrayContaining(['list', 'mail 0', 'mail 39']))
  expect(kept(client)).not.toContain('mail 5')
  await answered(client, ['large 1', 'large 2', 'large 3'], 'x'.repeat(2_500_000))
  expect(kept(client).sort()).toEqual(['large 2', 'large 3', 'list', 'mail 0'])
  stop()
  client.clear()
})

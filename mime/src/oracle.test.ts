import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { messageFixtures } from '../test/fixtures.ts'
import { readContent } from './content.ts'
import { parseMessage } from './parse.ts'

const bare = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, '')

describe('another parser reads the same', () => {
  it.each(messageFixtures())('$name', async ({ name, raw }) => {
    const other = await PostalMime.parse(raw)
    const parsed = parseMessage(raw)
    const content = readContent(raw, parsed)
    expect(bare(parsed.envelope.subject)).toBe(bare(other.subject))
    expect(parsed.envelope.messageId ?? '').toBe((other.messageId ?? '').replace(/[<>\s]/g, ''))
    expect(name && bare(content.text)).toBe(bare(other.text))
  })
})

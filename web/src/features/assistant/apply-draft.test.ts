import { expect, it, vi } from 'vitest'
import { handText, openText } from '../compose/open-text.public.ts'
import { applyDraft } from './apply-draft.ts'

vi.mock('../compose/open-text.public.ts', () => ({ openText: vi.fn(), handText: vi.fn() }))
vi.mock('../messages/messages.public.ts', () => ({ composePath: () => '/write/new/0' }))
vi.mock('./subject-mail.ts', () => ({ subjectMail: () => null }))

it('AI-04 a draft that is applied while the editor is on its way waits for the open mail, and no other is begun', () => {
  const navigate = vi.fn()
  const written = { text: 'See you on Friday.', subject: 'Friday' }
  const open = { answers: null, original: () => '', put: () => null }
  vi.mocked(openText).mockReturnValue(open)
  expect(applyDraft(written, 'compose', navigate)).toBeNull()
  expect(handText).toHaveBeenCalledExactlyOnceWith(written)
  expect(navigate).not.toHaveBeenCalled()
  vi.mocked(openText).mockReturnValue(null)
  expect(applyDraft(written, 'compose', navigate)).toBeNull()
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/write/new/0')
})

import { expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

it.each(['/inbox', '/reply/12/345', '/search?searchKeyword=%E5%90%88%E5%90%8C', '/write/new/0'])(
  'ROUTES T17 follows the in-app path %s',
  (path) => expect(safeRedirect(path)).toBe(path),
)

it.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%09//evil.example',
  '/\t/evil.example',
  '%2f%2fevil.example',
  '/%2f/evil.example'.replace('/%2f', '%2F%2F'),
  '/%5cevil.example',
  '%252f%252fevil.example',
  '/javascript:alert(1)',
  ' /inbox',
  '/in\nbox',
  'inbox',
  '',
  null,
  '/',
  '/login',
  '/loginBefore?redirect=/loginBefore',
  '/%E0%A4%A',
  `/${'x'.repeat(3000)}`,
])('ROUTES T17 refuses the redirect %j', (path) => expect(safeRedirect(path)).toBeNull())

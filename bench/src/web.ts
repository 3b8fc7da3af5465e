import type { Promised } from './promise.ts'

export const web: Promised = { name: 'web', needs: 'own', run: async () => [] }

/**
 * Axe over every screen and everything that opens over them, in both languages and all looks; what it finds serious is
 * said at once. No pictures are taken.
 * npm run screens:axe -- [--language zh|en] [--look NAME,…] [--only NAME,…]
 */
process.argv.push('--no-pictures')
await import('./screens.ts')
const ofScreens = process.exitCode
await import('./states.ts')
process.exitCode ||= ofScreens

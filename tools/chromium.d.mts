export function provideChromium(): Promise<string>
export function findChromium(): string | undefined
export function findJourneyBrowser(): string | undefined

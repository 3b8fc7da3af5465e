/** What only the model was told: the words of the house, and the lines around what strangers wrote. */
export const toldOnly = (prompts: readonly string[]): string[] => [
  'You have no tools',
  ...[...prompts.join('\n').matchAll(/lines that say (DATA-[a-p]{24})/g)].map(
    ([, fence = '']) => fence,
  ),
]

/** Where unsaved texts are kept on this device. */
export const keptDatabase = 'hongyan-drafts'

/** False where no text can be kept, because none ever was: the composer's code need not be loaded to look. */
export async function mayHaveKept(factory: IDBFactory = indexedDB): Promise<boolean> {
  // Older browsers cannot say.
  if (!('databases' in factory)) return true
  return (await factory.databases()).some(({ name }) => name === keptDatabase)
}

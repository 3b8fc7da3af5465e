/** The address leads to the inbox: its first page can be asked for before the folders are known. */
export const startsInInbox = (): boolean => /^#?\/?(?:inbox|dashboard)?$/.test(location.hash)

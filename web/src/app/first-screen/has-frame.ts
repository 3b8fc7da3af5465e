/** Where the frame of the last page lies in the storage. */
export const framePlace = 'frame'

export const hasFrame = (): boolean => localStorage.getItem(framePlace) !== null

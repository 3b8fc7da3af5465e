/**
 * Draws no frame: a browser does that by way of a copy of its own, which it keeps until memory is short (150 MB of forty
 * photographs, T34). The points of one frame after the other are laid into the same bytes, and taken from there.
 */
export function ownPoints() {
  let bytes = new ArrayBuffer(0)
  return async (frame: VideoFrame): Promise<VideoFrame | ImageBitmap> => {
    try {
      const { width = 0, height = 0 } = frame.visibleRect ?? {}
      const size = width * height * 4
      if (bytes.byteLength < size) bytes = new ArrayBuffer(size)
      const points = new Uint8ClampedArray(bytes, 0, size)
      await frame.copyTo(points, { format: 'RGBA' })
      const bitmap = await createImageBitmap(new ImageData(points, width, height))
      frame.close()
      // As the library asks a frame for them.
      return Object.assign(bitmap, { displayWidth: width, displayHeight: height })
    } catch {
      // A browser that cannot turn its colours: it is drawn as it is.
      return frame
    }
  }
}

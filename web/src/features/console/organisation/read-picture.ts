import { errorText } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import { currentLanguage } from '../../../lib/language.ts'

export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'

/** A chosen picture as the console's calls take it. @throws Error with a sentence for the reader */
export async function readPicture(file: File): Promise<{ fileName: string; data: string }> {
  if (file.size > limits.picture)
    throw new Error(errorText('upload.picture-too-big', currentLanguage()))
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return { fileName: file.name, data: url.slice(url.indexOf(',') + 1) }
}

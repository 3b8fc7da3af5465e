import { type ComposeFile, compose } from '@hongyan/contract/compose'
import { errorText } from '@hongyan/contract/errors'
import { call } from '../../../lib/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { toast } from '../../../ui/toast-store.ts'
import type { ComposeParams } from '../screen/open-compose.ts'
import type { Composer } from '../screen/use-compose.ts'
import { attachmentProblem, pictureProblem } from './attachment-rules.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

export interface Attachments {
  uploads: Uploads
  attach: (files: File[]) => void
  remove: (file: ComposeFile) => void
  /** The server knows a file by another name now. */
  renamed: (file: ComposeFile) => void
  /** Puts pictures into the text at the cursor. */
  insertPictures: (files: File[]) => void
  /** Uploads a picture that the text shows already. */
  adoptPicture: (key: string, file: File) => void
  /** Pasted or dropped into the text: pictures become part of it, the rest is attached. */
  takeFiles: (files: File[]) => void
}

export function useAttachments(composer: Composer, params: ComposeParams): Attachments {
  const addFile = (file: ComposeFile) =>
    composer.change({ files: [...composer.current().files, file] })
  const uploads = useUploads(composer, addFile, sayError)

  const attach = (files: File[]) => {
    const names = [
      ...composer.current().files.flatMap((one) => (one.contentId === null ? [one.fileName] : [])),
      ...uploads.list.map((one) => one.name),
    ]
    for (const file of files) {
      const problem = attachmentProblem(file, names, params)
      if (problem === null) {
        names.push(file.name)
        uploads.add(file)
      } else {
        const message = errorText(problem, currentLanguage())
        sayError(translate('compose:files.refused', { name: file.name, message }))
      }
    }
  }

  const adoptPicture = async (key: string, file: File): Promise<void> => {
    const problem = pictureProblem(file)
    if (problem !== null) sayError(errorText(problem, currentLanguage()))
    const uploaded = problem === null ? await uploads.picture(file) : null
    composer.editor.current?.settlePicture(key, uploaded?.contentId ?? null)
    if (uploaded !== null) addFile(uploaded)
  }

  const insertPictures = (files: File[]) => {
    // Text alone shows no pictures: they go along as files.
    if (composer.current().plainText) return attach(files)
    for (const file of files) {
      const problem = pictureProblem(file)
      const { current: editor } = composer.editor
      if (problem !== null) sayError(errorText(problem, currentLanguage()))
      else if (editor !== null) {
        void adoptPicture(editor.insertPicture(URL.createObjectURL(file)), file)
      }
    }
  }

  return {
    uploads,
    attach,
    insertPictures,
    adoptPicture: (key, file) => void adoptPicture(key, file),
    takeFiles(files) {
      const pictures = files.filter((file) => file.type.startsWith('image/'))
      insertPictures(pictures)
      attach(files.filter((file) => !pictures.includes(file)))
    },
    renamed(file) {
      const { files } = composer.current()
      composer.change({ files: files.map((one) => (one.fileId === file.fileId ? file : one)) })
    },
    remove(file) {
      composer.change({ files: composer.current().files.filter((one) => one !== file) })
      // The draft lets go of the file first, so that no saved draft points to nothing. When it could not be saved, the
      // draft that is on the server may be another window's and keeps its file.
      void composer.keeper.flush().then((isSaved) => {
        if (isSaved) void removeUpload(file.fileId)
      })
    },
  }
}

async function removeUpload(fileId: number): Promise<void> {
  try {
    await call(compose.removeUpload, { body: { fileId } })
  } catch {
    // It belongs to no draft any more: the server's sweep takes it.
  }
}

const sayError = (text: string): void => {
  toast({ kind: 'error', text })
}

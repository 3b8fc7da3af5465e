import type { ErrorCode } from '@hongyan/contract/errors'
import { errorText } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import { type OwnPicture, ownPictures } from '@hongyan/contract/own-pictures'
import { type RefObject, useState } from 'react'
import type { EditorHandle } from '../../editor/editor-api.ts'
import { currentLanguage } from '../../lib/language.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { upload } from '../../lib/upload.ts'
import { toast } from '../../ui/toast-store.ts'
import { BodyEditor, EditorToolbar, noFormat, useLinkDialog } from '../compose/editor.public.ts'
import styles from './own-text-editor.module.css'

interface OwnTextEditorProps {
  editor: RefObject<EditorHandle | null>
  html: string
  pictures: readonly OwnPicture[]
  label: string
  placeholder: string
  /** Height without text, in CSS pixels. */
  least: number
  onChange: () => void
  /** So many pictures are on their way up: saving waits. */
  onUploading: (by: 1 | -1) => void
  children?: React.ReactNode
}

/** The composer's editor for a text that is kept: a signature or a letter template, with pictures of its own. */
export function OwnTextEditor(props: OwnTextEditorProps) {
  const { editor, html, pictures, label, placeholder, least, onChange, onUploading } = props
  const [format, setFormat] = useState(noFormat)
  const { askLink, linkDialog } = useLinkDialog(editor, format)
  const adopt = async (key: string, file: File) => {
    onUploading(1)
    const contentId = await uploaded(file)
    editor.current?.settlePicture(key, contentId)
    onUploading(-1)
    onChange()
  }
  const insertPictures = (files: File[]) => {
    for (const file of files) {
      const key = editor.current?.insertPicture(URL.createObjectURL(file))
      if (key !== undefined) void adopt(key, file)
    }
  }
  return (
    <div className={styles.editor}>
      <EditorToolbar
        editor={editor}
        format={format}
        onLink={askLink}
        onPictures={insertPictures}
        first={props.children}
      />
      <BodyEditor
        editor={editor}
        html={html}
        pictures={Object.fromEntries(pictures.map((one) => [one.contentId, one.url]))}
        label={label}
        placeholder={placeholder}
        least={least}
        onReady={ignore}
        on={{
          changed: onChange,
          formatChanged: setFormat,
          filesGiven: (files) =>
            insertPictures(files.filter((file) => file.type.startsWith('image/'))),
          pictureFound: (key, file) => void adopt(key, file),
          dragEntered: ignore,
          send: ignore,
          leave: ignore,
          askLink,
        }}
      />
      {linkDialog}
    </div>
  )
}

const ignore = (): void => undefined

/** The Content-ID of the picture; null when it was refused, which is told. */
async function uploaded(file: File): Promise<string | null> {
  const problem = problemOf(file)
  try {
    if (problem === null) return (await upload(ownPictures.upload, file)).contentId
    toast({ kind: 'error', text: errorText(problem, currentLanguage()) })
  } catch (error) {
    tellTrouble(error)
  }
  return null
}

function problemOf(file: File): ErrorCode | null {
  if (file.size > limits.picture) return 'upload.picture-too-big'
  return file.size === 0 ? 'upload.empty' : null
}

import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DeleteLabelDialog, LabelDialog, MarkDialog } from '../labels/label-dialogs.public.tsx'
import {
  askNewLabel,
  closeFolderQuestion as close,
  type FolderQuestion,
  useFolderQuestion,
} from './folder-dialog-store.ts'
import { ClearDialog, DeleteDialog } from './folder-ends.tsx'
import { NameDialog } from './folder-name-dialog.tsx'
import { PasswordDialog } from './folder-password-dialog.tsx'
import { FolderPicker } from './folder-picker.tsx'
import { UnlockForm } from './unlock-form.tsx'

const SortDialog = lazyPart(
  () => import('../assistant/sorting/sort-dialog.public.tsx'),
  'SortDialog',
)

/** The questions about folders and labels; loaded when the first one is asked. */
export function FolderDialogs() {
  const question = useFolderQuestion((state) => state.question)
  return question && <Question question={question} />
}

function Question({ question }: { question: FolderQuestion }) {
  switch (question.kind) {
    case 'create':
      return (
        <NameDialog
          folder={null}
          parent={question.parent}
          onMade={question.onMade}
          onClose={close}
        />
      )
    case 'rename':
      return <NameDialog folder={question.folder} parent={null} onClose={close} />
    case 'delete':
      return <DeleteDialog folder={question.folder} onClose={close} />
    case 'clear':
      return <ClearDialog folder={question.folder} onClose={close} />
    case 'set-password':
    case 'change-password':
    case 'cancel-password':
      return <PasswordDialog kind={question.kind} folder={question.folder} onClose={close} />
    case 'unlock':
      return <UnlockDialog question={question} />
    case 'move':
      return <MoveDialog question={question} />
    case 'label':
      return (
        <LabelDialog
          label={question.label}
          name={question.name}
          onSaved={question.onSaved}
          onClose={close}
        />
      )
    case 'mark':
      return <MarkDialog mails={question.mails} onCreate={askNewLabel} onClose={close} />
    case 'sort':
      return <SortDialog labelId={question.labelId} mailIds={question.mailIds} onClose={close} />
    case 'delete-label':
      return <DeleteLabelDialog label={question.label} onClose={close} />
  }
}

function UnlockDialog({ question }: { question: Extract<FolderQuestion, { kind: 'unlock' }> }) {
  const { t } = useTranslation('folders')
  const { folder, answer } = question
  return (
    <Dialog
      title={t('lockedTitle', { name: folder.folderName })}
      closeLabel={t('common:close')}
      width={360}
      onClose={close}
    >
      <UnlockForm
        folderId={folder.lockedBy ?? folder.folderId}
        onOpened={() => {
          answer(true)
          close()
        }}
      />
    </Dialog>
  )
}

function MoveDialog({ question }: { question: Extract<FolderQuestion, { kind: 'move' }> }) {
  const { t } = useTranslation('folders')
  const { count, from, onMove } = question
  return (
    <Dialog
      title={t('moveTitle', { count })}
      closeLabel={t('common:close')}
      width={360}
      onClose={close}
    >
      <FolderPicker
        from={from}
        onPick={(folder) => {
          close()
          onMove(folder)
        }}
      />
    </Dialog>
  )
}

import { useMemo } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconClose, iconDraft } from '../../../ui/icons.ts'
import { useDarkMail } from '../../messages/dark-mail.public.ts'
import { MailFrame } from '../../messages/mail-frame.public.ts'
import styles from '../screen/compose.module.css'
import { type Composer, pictureLinks } from '../screen/use-compose.ts'
import { sign } from './own-text-tools.tsx'

interface SignatureBlockProps {
  composer: Composer
  /** The block is drawn twice, before and behind the original; one of them is empty. */
  place: 'above' | 'below'
}

/** The signature as the reader will see it. It is apart from the text, so neither can spoil the other. */
export function SignatureBlock({ composer, place }: SignatureBlockProps) {
  const { t } = useTranslation('signatures')
  const { signHtml, signPosition, quotedHtml, files, paperId } = composer.fields
  const dark = useDarkMail() && paperId === ''
  const pictures = useMemo(
    () =>
      files.map((file) => ({
        ...file,
        section: '',
        inline: file.contentId !== null,
        previewId: null,
      })),
    [files],
  )
  if (signHtml === '' || signPosition !== place) return null
  const intoText = () => {
    composer.editor.current?.appendHtml(signHtml, pictureLinks(files))
    composer.change({ signHtml: '', signId: null })
  }
  return (
    <section className={styles.signature} aria-label={t('inMail')}>
      <div className={styles.signatureBody}>
        <MailFrame
          unsafeHtml={signHtml}
          attachments={pictures}
          onMailto={ignore}
          onLink={ignore}
          quotes="all"
          dark={dark}
        />
      </div>
      <div className={styles.signatureTools}>
        {(place === 'above' || quotedHtml === '') && (
          <IconButton icon={iconDraft} label={t('intoText')} size="sm" onClick={intoText} />
        )}
        <IconButton
          icon={iconClose}
          label={t('takeOut')}
          size="sm"
          onClick={() => void sign(composer, null)}
        />
      </div>
    </section>
  )
}

const ignore = (): void => undefined

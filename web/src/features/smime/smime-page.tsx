import { limits } from '@hongyan/contract/limits'
import { parseMessage } from '@hongyan/mime/parse'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../settings/form.public.tsx'
import { asciiBytes, joined, own, toBase64 } from './cms/bytes.ts'
import { SmimeView } from './encrypted-panel.tsx'
import { InnerMail } from './inner-mail.tsx'
import styles from './smime.module.css'
import { useSmime } from './use-smime.ts'

interface Opened {
  name: string
  load: () => Promise<ArrayBuffer>
}

/** /smimePage (R8, READ-07): a mail file is decrypted and verified in the browser, and goes nowhere. */
export function SmimePage() {
  const { t } = useTranslation('smime')
  const input = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isTooBig, setTooBig] = useState(false)
  const choose = (file: File | undefined) => {
    if (!file) return
    setTooBig(file.size > limits.message)
    setOpened(
      file.size > limits.message
        ? null
        : { name: file.name, load: async () => asMail(await file.arrayBuffer()) },
    )
  }
  return (
    <Page title={t('shell:screens.smimeFile')} text={t('file.text')}>
      <div>
        <Button kind="primary" onClick={() => input.current?.click()}>
          {t('file.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".eml,.p7m,message/rfc822,application/pkcs7-mime"
          aria-label={t('file.choose')}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      {isTooBig && <Banner tone="warn">{t('file.tooBig')}</Banner>}
      {opened && <OpenedFile key={opened.name} opened={opened} />}
    </Page>
  )
}

function OpenedFile({ opened: { name, load } }: { opened: Opened }) {
  const { state, unlock, again } = useSmime(load)
  const [raw, setRaw] = useState<Uint8Array<ArrayBuffer> | null>(null)
  useEffect(() => {
    void load().then((bytes) => setRaw(own(bytes)))
  }, [load])
  const from = raw ? (parseMessage(raw).envelope.from[0]?.address ?? '') : ''
  // A mail that is signed beside its text is its own text.
  const isItself = state.kind === 'read' && state.mail.shown === null
  return (
    <section className={styles.file} aria-label={name}>
      <SmimeView state={state} from={from} onUnlocked={unlock} onKnown={again} />
      {raw && isItself && <InnerMail entity={raw} from={from} />}
    </section>
  )
}

/** A bare CMS object (.p7m in DER) as the mail it was the body of; a mail as it is. */
function asMail(bytes: ArrayBuffer): ArrayBuffer {
  const raw = own(bytes)
  if (raw[0] !== 0x30) return bytes
  const head = 'Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n'
  return joined(asciiBytes(head), asciiBytes(toBase64(raw))).buffer
}

import { claimedHost, hostOf, isInternational, linkMisleads } from '@hongyan/mime/html/link-text'
import { useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { usePageTitle } from '../../../../lib/page-title.ts'
import { useSearchParams } from '../../../../lib/router/hooks.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { BrandMark } from '../../../../ui/brand-mark.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { noteOf, trustSite } from './follow-link.ts'
import styles from './link-page.module.css'

/**
 * Between a mail and another site (R9): who sent the link, what it shows and where it leads, in the form that cannot be
 * faked. Nothing is opened but by a click, and only web addresses (T17, T29).
 */
export function LinkPage() {
  const { t } = useTranslation('reader')
  const query = useSearchParams()
  const href = safeHref(query.get('url'))
  usePageTitle(`${t('linkPage.title')} - ${t('common:product')}`)
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <span className={styles.mark}>
          <BrandMark size={32} />
        </span>
        <h1 className={styles.title}>{t('linkPage.title')}</h1>
        {href === null ? <p>{t('linkPage.unusable')}</p> : <Question href={href} />}
      </section>
    </main>
  )
}

function Question({ href }: { href: string }) {
  const { t } = useTranslation('reader')
  const [trust, setTrust] = useState(false)
  const host = hostOf(href) ?? ''
  const note = noteOf(href)
  const misleads = note !== null && linkMisleads(note.text, href)
  const leave = () => {
    if (history.length > 1) history.back()
    else window.close()
  }
  return (
    <>
      <p className={styles.text}>{t('linkPage.text')}</p>
      {misleads && (
        <Banner tone="danger">
          {t('linkPage.misleads', { shown: claimedHost(note.text) ?? note.text, host })}
        </Banner>
      )}
      {isInternational(host) && <Banner tone="warn">{t('linkPage.international')}</Banner>}
      {href.startsWith('http:') && <Banner tone="info">{t('linkPage.plain')}</Banner>}
      <dl className={styles.facts}>
        {note && note.from !== '' && (
          <>
            <dt>{t('linkPage.from')}</dt>
            <dd>{note.from}</dd>
          </>
        )}
        {note && note.text !== '' && (
          <>
            <dt>{t('linkPage.shown')}</dt>
            <dd>{note.text}</dd>
          </>
        )}
        <dt>{t('linkPage.host')}</dt>
        <dd className={styles.host}>{host}</dd>
        <dt>{t('linkPage.address')}</dt>
        <dd className={styles.address}>{href}</dd>
      </dl>
      {!misleads && note && (
        <Checkbox checked={trust} onChange={(event) => setTrust(event.target.checked)}>
          {t('linkPage.trust', { host })}
        </Checkbox>
      )}
      <div className={styles.buttons}>
        <Button onClick={leave}>{t('linkStay')}</Button>
        <Button
          kind={misleads ? 'secondary' : 'primary'}
          onClick={() => {
            if (trust) trustSite(host)
            location.replace(href)
          }}
        >
          {t('linkPage.go', { host })}
        </Button>
      </div>
    </>
  )
}

/** The address as browsers write it, punycode included; null for anything but the web. */
function safeHref(value: string | null): string | null {
  if (!value || value.length > 8_000) return null
  try {
    const url = new URL(value)
    return /^https?:$/.test(url.protocol) && url.username === '' ? url.href : null
  } catch {
    return null
  }
}

import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import styles from './captcha.module.css'
import type { QuestionProps } from './question.ts'

/** The piece follows a slider: dragged and let go, or moved by keys and confirmed with Enter. */
export function SlideQuestion({ question, busy, onAnswer }: QuestionProps) {
  const { t } = useTranslation('captcha')
  const [x, setX] = useState(0)
  const { width, height, top, image, piece } = question
  const share = (pixels: number, of: number) => `${(pixels / of) * 100}%`
  const confirm = () => {
    if (!busy && x > 0) onAnswer(String(x))
  }
  return (
    <>
      <p>{t('slide')}</p>
      <div className={styles.puzzle} style={{ aspectRatio: `${width} / ${height}` }}>
        <img src={image} alt="" draggable={false} />
        <img
          src={piece}
          alt=""
          draggable={false}
          className={styles.piece}
          style={{ left: share(x, width), top: share(top, height) }}
        />
      </div>
      <input
        type="range"
        className={styles.slider}
        aria-label={t('slider')}
        aria-describedby="captcha-slide-hint"
        min={0}
        max={width - 52}
        value={x}
        disabled={busy}
        onChange={(event) => setX(Number(event.target.value))}
        onPointerUp={confirm}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          confirm()
        }}
      />
      <p id="captcha-slide-hint" className={styles.hint}>
        {t('slideHint')}
      </p>
    </>
  )
}

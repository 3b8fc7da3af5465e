import { drawnSkin } from '@hongyan/contract/skins'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useHidesSome, useSettings } from '../../lib/me.ts'
import { attempt } from '../../lib/trouble.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { changeSkin } from './change-skin.ts'
import { offeredSkin, rememberOffer } from './festival-memory.ts'
import { SkinSample } from './skin-sample.public.tsx'

/** Asks once in thirty days whether to put on the skin of a festival (SKIN-04), except on a host that shows no skins (G50). */
export function FestivalOffer() {
  const { t } = useTranslation('skins')
  const settings = useSettings()
  const hidesSome = useHidesSome()
  const [answered, setAnswered] = useState('')
  const skin = settings?.festivalSkin ?? ''
  if (hidesSome || skin === '' || skin === settings?.currentSkin) return null
  if (skin === answered || skin === offeredSkin()) return null
  const answer = (yes: boolean) => {
    rememberOffer(skin)
    setAnswered(skin)
    if (yes) void attempt(() => changeSkin(skin))
  }
  return (
    <ConfirmDialog
      title={t(`names.${drawnSkin(skin)}`)}
      words={{ close: t('common:close'), cancel: t('notNow'), confirm: t('putOn') }}
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
      width={400}
    >
      <SkinSample skin={skin} />
      <p>{settings?.festivalAskWord || t('ask')}</p>
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import { Avatar } from '#web/parts/avatar.tsx'
import { useHeadingFocus } from '#web/shell/public/use-heading-focus.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { type PortalOrganization, publicApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { PortalFoot } from '../frame.tsx'
import { t } from '../messages.ts'
import { Fault } from '../page.tsx'

/** Confirms a new email by the secret of its link. A button does it, because programs that read emails open links too. */
export default function EmailUpdate(props: {
  shop: PortalOrganization
  token: string
  onDone: (token: string) => void
  onLeave: () => void
}) {
  const { shop, token, onDone, onLeave } = props
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const heading = useHeadingFocus()
  const confirm = async () => {
    setBusy(true)
    const { data, error } = await publicApi.confirmEmail({ token })
    setBusy(false)
    if (error === null) return onDone(data.token)
    setFault(failureText(error))
  }
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto] gap-24">
      <main className="mx-auto grid w-full max-w-408 content-center gap-24 px-24 py-48 max-wide:content-start max-wide:px-16">
        <span className="flex min-w-0 items-center gap-12 font-strong">
          <Avatar name={shop.organization.name} size={32} square src={shop.organization.avatarUrl} />
          <span className="truncate">{shop.organization.name}</span>
        </span>
        <div className="grid gap-4">
          <h1 className="text-title font-strong tracking-heading outline-none" ref={heading} tabIndex={-1}>
            {t('emailUpdate.title')}
          </h1>
          <p className="text-muted">{t('emailUpdate.text', { merchant: shop.organization.name })}</p>
        </div>
        <Fault text={fault} />
        <div className="grid gap-8">
          {fault === null && (
            <Button busy={busy} onClick={() => void confirm()} size="tall" variant="primary" wide>
              {t('emailUpdate.confirm')}
            </Button>
          )}
          <Button onClick={onLeave} size="tall" wide>
            {t('emailUpdate.leave')}
          </Button>
        </div>
      </main>
      <PortalFoot shop={shop} />
    </div>
  )
}

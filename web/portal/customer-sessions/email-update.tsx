import { useState } from 'react'
import { Avatar } from '#web/parts/avatar.tsx'
import { useHeadingFocus } from '#web/shell/public/use-heading-focus.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { type PortalOrganization, publicApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { PortalFoot } from '../frame.tsx'
import { t } from '../messages.ts'
import { Fault } from '../page.tsx'

/** The mailed link that opened the page: to a new email, or the one that takes a change back. */
export interface EmailLink {
  readonly kind: 'update' | 'return'
  readonly token: string
}

/** Confirms a new email, or takes a change back, by the secret of a link. A button does it, because programs that read emails open links too. */
export default function EmailUpdate(props: {
  shop: PortalOrganization
  link: EmailLink
  onDone: (token: string) => void
  onLeave: () => void
}) {
  const { shop, link, onDone, onLeave } = props
  const texts = link.kind === 'update' ? 'emailUpdate' : 'emailReturn'
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const heading = useHeadingFocus()
  const confirm = async () => {
    setBusy(true)
    const { token } = link
    const { data, error } = await (link.kind === 'update' ? publicApi.confirmEmail({ token }) : publicApi.returnEmail({ token }))
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
            {t(`${texts}.title`)}
          </h1>
          <p className="text-muted">{t(`${texts}.text`, { merchant: shop.organization.name })}</p>
        </div>
        <Fault text={fault} />
        <div className="grid gap-8">
          {fault === null && (
            <Button busy={busy} onClick={() => void confirm()} size="tall" variant="primary" wide>
              {t(`${texts}.confirm`)}
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

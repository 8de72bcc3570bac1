import { useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { failureText } from '../failure-text.ts'
import { dateText } from '../labels.ts'
import { usePortal } from '../state.tsx'
import { t } from './messages.ts'

/** Asks the merchant to erase the customer's data. */
export function Erasure() {
  const { locale } = useLanguage()
  const { shop, api } = usePortal()
  const merchant = shop.organization.name
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [requestedAt, setRequestedAt] = useState<string | null>(null)
  const ask = async () => {
    setBusy(true)
    const { data, error } = await api.requestErasure()
    setBusy(false)
    if (error !== null) return setFault(failureText(error))
    setOpen(false)
    setRequestedAt(data.requestedAt)
  }
  return (
    <Card>
      <CardHead title={t('erasure.title')} />
      <CardBody underHead>
        <p className="text-label text-muted">{t('erasure.text', { merchant })}</p>
        {requestedAt === null ? (
          <div>
            <Button onClick={() => setOpen(true)} variant="danger">
              {t('erasure.action')}
            </Button>
          </div>
        ) : (
          <Banner alert tone="good">
            {t('erasure.requested', { date: dateText(requestedAt, locale), merchant })}
          </Banner>
        )}
        <ConfirmDialog
          busy={busy}
          confirmLabel={t('erasure.confirm')}
          danger
          error={fault}
          onClose={() => setOpen(false)}
          onConfirm={() => void ask()}
          open={isOpen}
          title={t('erasure.dialogTitle')}
        >
          {t('erasure.dialogText', { merchant })}
        </ConfirmDialog>
      </CardBody>
    </Card>
  )
}

import { useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { DangerDialog } from '#web/ui/overlays/danger-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import { Sample } from './sample.tsx'

export function OverlaySamples() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'danger' | 'drawer' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Sample name="Banner" stack>
        <Banner action={<button type="button">Fill in</button>} tone="info">
          Nothing is charged. Use <b className="font-strong">4242 4242 4242 4242</b>, any future date and any code.
        </Banner>
        <Banner tone="warn">The next delivery is tried at 16:16.</Banner>
        <Banner tone="bad">The card was declined. Nothing was charged.</Banner>
        <Banner tone="good">The endpoint answers again.</Banner>
      </Sample>
      <Sample name="Dialogs, Drawer, Popover, Tooltip, Toast">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>ConfirmDialog</Button>
        <Button onClick={() => setOpen('danger')}>DangerDialog</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Popover label="Range" trigger={(trigger) => <Button {...trigger}>Popover</Button>}>
          {(done) => (
            <div className="grid gap-12">
              <Field label="From">
                <TextInput type="date" />
              </Field>
              <Button onClick={done}>Apply</Button>
            </div>
          )}
        </Popover>
        <Tooltip text="12 Mar 2026, 14:20:07 · 13:20:07 UTC">
          <Button>Tooltip</Button>
        </Tooltip>
        <Button onClick={() => toast('Webhook secret rotated')}>Toast</Button>
        <Button onClick={() => toast('Product archived', { undo: { label: 'Undo', run: () => toast('Product on sale again') } })}>
          Toast with undo
        </Button>
        <Button onClick={() => toast('The link could not be copied', { bad: true })}>Failed toast</Button>
      </Sample>
      <Dialog
        foot={
          <>
            <Button onClick={close}>Back</Button>
            <Button variant="primary" onClick={close}>
              Change and charge €31.59
            </Button>
          </>
        }
        lead="Brightwater Labs, now on Relay Solo"
        note="Visa ·· 4242 is charged. If it is declined, nothing changes."
        onClose={close}
        open={open === 'dialog'}
        title="Change product"
      >
        <Field label="Note" optional>
          <TextInput />
        </Field>
      </Dialog>
      <ConfirmDialog confirmLabel="Archive product" onClose={close} onConfirm={close} open={open === 'confirm'} title="Archive Relay Solo?">
        <p>It leaves every checkout at once. The 15 running subscriptions go on.</p>
      </ConfirmDialog>
      <DangerDialog
        confirmLabel="Delete endpoint"
        onClose={close}
        onConfirm={close}
        open={open === 'danger'}
        title="Delete this endpoint?"
        word="hooks.example"
      >
        <p>Its deliveries are deleted with it. This cannot be undone.</p>
      </DangerDialog>
      <Drawer
        foot={
          <>
            <span>Receivers see the same id on every attempt.</span>
            <Button>Redeliver</Button>
          </>
        }
        lead={<Id name="Event id" value="019ce210-8760-773a-8fbd-3e2de3117fd1" />}
        onClose={close}
        onNext={() => undefined}
        open={open === 'drawer'}
        title={
          <>
            <span className="font-mono font-regular">order.paid</span>
            <StatusPill tone="warn">Retrying</StatusPill>
          </>
        }
      >
        <JsonView name="Body" value={{ type: 'order.paid', data: { net_amount: 8900 } }} />
      </Drawer>
    </>
  )
}

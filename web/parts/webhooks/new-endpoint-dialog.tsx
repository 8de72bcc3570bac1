import { useState } from 'react'
import { client, useAct } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { SecretOnce } from '../secret-once.tsx'
import { type EndpointFaults, EndpointFields, eventsOf, faultsFrom, faultsOf, newDraft } from './endpoint-fields.tsx'
import { t } from './messages.ts'
import { newSecret } from './secret.ts'

const formId = 'new-webhook'

/** Asks for an endpoint, makes it, and shows its secret once. `onMade` goes to it; `onClose` leaves without one. */
export function NewEndpointDialog(props: { organizationId: string; onClose: () => void; onMade: (id: string) => void }) {
  const { organizationId, onClose, onMade } = props
  const [draft, setDraft] = useState(newDraft)
  const [faults, setFaults] = useState<EndpointFaults>({})
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | null>(null)
  const create = useAct(client.webhookEndpoints.create, ['webhookEndpoints'])
  const submit = async () => {
    const found = faultsOf(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const secret = newSecret()
    const result = await create.run({ url: draft.url.trim(), format: draft.format, events: eventsOf(draft), secret, organizationId })
    if (result === null) return
    if (result.error !== null) return setFaults(faultsFrom(result.error))
    toast(t('form.created'))
    // Chats know their own addresses by heart and check no signature.
    if (draft.format === 'raw') setMade({ id: result.data.id, secret })
    else onMade(result.data.id)
  }
  if (made !== null) return <SecretDialog onClose={() => onMade(made.id)} secret={made.secret} />
  return (
    <Dialog
      busy={create.busy}
      foot={
        <Button busy={create.busy} form={formId} look="primary" type="submit">
          {t('form.create')}
        </Button>
      }
      lead={t('form.newLead')}
      onClose={onClose}
      open
      title={t('form.newTitle')}
    >
      <Form busy={create.busy} faults={faults} id={formId} onSubmit={() => void submit()} saveKey>
        {faults.form !== undefined && (
          <Banner alert tone="bad">
            {faults.form}
          </Banner>
        )}
        <EndpointFields contained draft={draft} faults={faults} onChange={setDraft} />
      </Form>
    </Dialog>
  )
}

/** A signing secret in the only moment it is shown. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      foot={
        <Button look="primary" onClick={onClose}>
          {t('acts.done')}
        </Button>
      }
      lead={t('secret.lead')}
      onClose={onClose}
      open
      title={t('secret.title')}
    >
      <SecretOnce label={t('secret.label')} value={secret} warning={t('secret.warning')} />
    </Dialog>
  )
}

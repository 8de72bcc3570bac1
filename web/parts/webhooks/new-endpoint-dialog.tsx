import { useState } from 'react'
import { client, useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { SecretDialog } from '../secret-dialog.tsx'
import { type EndpointFaults, EndpointFields, eventsOf, faultsFrom, faultsOf, newDraft } from './endpoint-fields.tsx'
import { t } from './messages.ts'
import { newSecret } from './secret.ts'

const formId = 'new-webhook'

/** Creates an endpoint and shows its secret once. `onCreated` runs after that; `onClose` cancels. */
export function NewEndpointDialog(props: { organizationId: string; onClose: () => void; onCreated: (id: string) => void }) {
  const { organizationId, onClose, onCreated } = props
  const [draft, setDraft] = useState(newDraft)
  const [faults, setFaults] = useState<EndpointFaults>({})
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string } | null>(null)
  const create = useAction(client.webhookEndpoints.create, ['webhookEndpoints'])
  const submit = async () => {
    const found = faultsOf(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const secret = newSecret()
    const result = await create.run({ url: draft.url.trim(), format: draft.format, events: eventsOf(draft), secret, organizationId })
    if (result === null) return
    if (result.error !== null) return setFaults(faultsFrom(result.error))
    toast(t('form.created'))
    // Chat services do not check signatures, so they need no secret.
    if (draft.format === 'raw') setCreated({ id: result.data.id, secret })
    else onCreated(result.data.id)
  }
  if (created !== null) return <SigningSecretDialog onClose={() => onCreated(created.id)} secret={created.secret} />
  return (
    <Dialog
      busy={create.busy}
      foot={
        <Button busy={create.busy} form={formId} variant="primary" type="submit">
          {t('form.create')}
        </Button>
      }
      lead={t('form.newDescription')}
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

/** A signing secret, shown only once. */
export function SigningSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const messages = {
    title: t('secret.title'),
    description: t('secret.description'),
    label: t('secret.label'),
    warning: t('secret.warning'),
    notCopied: t('secret.notCopied'),
    done: t('actions.done'),
  }
  return <SecretDialog messages={messages} onClose={onClose} secret={secret} />
}

import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { SecretDialog } from '../dialogs/secret-dialog.tsx'
import { useForm } from '../use-form.ts'
import { type EndpointDraft, EndpointFields, endpointRefusals, endpointRules, eventsOf, newDraft } from './endpoint-fields.tsx'
import { t } from './messages.ts'
import { newSecret } from './secret.ts'
import { useWebhookClient } from './webhook-client.ts'

/** Creates an endpoint and shows its secret once. `onCreated` runs after that; `onClose` cancels. The operator's has no organization. */
export function NewEndpointDialog(props: { organizationId: string | undefined; onClose: () => void; onCreated: (id: string) => void }) {
  const { organizationId, onClose, onCreated } = props
  const [secret] = useState(newSecret)
  const [createdId, setCreatedId] = useState<string | null>(null)
  const create = useAction(useWebhookClient().webhookEndpoints.create, ['webhookEndpoints'])
  const form = useForm<EndpointDraft, WebhookEndpoint>({
    initial: newDraft,
    rules: endpointRules,
    refusals: endpointRefusals,
    send: (draft) => create.run({ url: draft.url.trim(), format: draft.format, ...eventsOf(draft), secret, organizationId }),
    onDone: ({ id }, { format }) => {
      toast(t('form.created'))
      // Chat services do not check signatures, so they need no secret.
      if (format === 'raw') setCreatedId(id)
      else onCreated(id)
    },
  })
  if (createdId !== null) return <SigningSecretDialog onClose={() => onCreated(createdId)} secret={secret} />
  return (
    <FormDialog form={form} lead={t('form.newDescription')} onClose={onClose} submitLabel={t('form.create')} title={t('form.newTitle')}>
      <EndpointFields contained form={form} />
    </FormDialog>
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

import type { WebhookEndpoint } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { useForm } from '../use-form.ts'
import { subscribedEvents } from './events.ts'
import { t } from './messages.ts'
import { useWebhookClient } from './webhook-client.ts'

/** Sends a sample of an event to an endpoint; those that it subscribes to come first. */
export function SampleDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { webhookEndpoints, events: allEvents, example } = useWebhookClient()
  const own = subscribedEvents(endpoint)
  const events = [...allEvents.filter((event) => own.includes(event)), ...allEvents.filter((event) => !own.includes(event))]
  const send = useAction(webhookEndpoints.sendSample, ['webhookDeliveries', 'webhookEvents'])
  const form = useForm({
    initial: { type: events[0] ?? example.type },
    rules: {},
    refusals: { texts: {} },
    send: ({ type }) => send.run(endpoint.id, { type }),
    onDone: () => {
      onClose()
      toast(t('sample.done'))
    },
  })
  return (
    <FormDialog
      form={form}
      lead={t('sample.text')}
      onClose={onClose}
      size="small"
      submitLabel={t('sample.action')}
      title={t('sample.title')}
    >
      <Field {...form.field('type')} label={t('sample.event')}>
        <Select onChange={({ target }) => form.set({ type: target.value })} value={form.values.type}>
          {events.map((event) => (
            <option key={event} value={event}>
              {event}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

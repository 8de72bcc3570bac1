import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { draftOf, type EndpointFaults, EndpointFields, eventsOf, faultsFrom, faultsOf } from '#web/parts/webhooks/endpoint-fields.tsx'
import { t } from '#web/parts/webhooks/messages.ts'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Edits the URL, format and events of an endpoint. */
export function EndpointSettings({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [draft, setDraft] = useState(() => draftOf(endpoint))
  const [faults, setFaults] = useState<EndpointFaults>({})
  const save = useAction(client.webhookEndpoints.update, ['webhookEndpoints'])
  const events = eventsOf(draft)
  const isChanged =
    draft.url !== endpoint.url ||
    draft.format !== endpoint.format ||
    events.length !== endpoint.events.length ||
    events.some((event) => !endpoint.events.includes(event))
  const submit = async () => {
    const found = faultsOf(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const result = await save.run(endpoint.id, { url: draft.url.trim(), format: draft.format, events })
    if (result === null) return
    if (result.error === null) toast(t('form.saved'))
    else setFaults(faultsFrom(result.error))
  }
  const discard = () => {
    setDraft(draftOf(endpoint))
    setFaults({})
  }
  return (
    <Form busy={save.busy} faults={faults} onSubmit={() => void submit()} saveKey>
      <Card label={t('tabs.settings')}>
        <CardBody>
          {faults.form !== undefined && (
            <Banner alert tone="bad">
              {faults.form}
            </Banner>
          )}
          <EndpointFields draft={draft} faults={faults} onChange={setDraft} />
        </CardBody>
      </Card>
      <ActionBar busy={save.busy} onDiscard={discard} open={isChanged} />
    </Form>
  )
}

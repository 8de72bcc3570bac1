import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { draftOf, type EndpointFaults, EndpointFields, eventsOf, faultsFrom, faultsOf } from '#web/parts/webhooks/endpoint-fields.tsx'
import { t } from '#web/parts/webhooks/messages.ts'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** Edits the URL, format and events of an endpoint, beside its read-only details. */
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
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 desk:grid-cols-[minmax(0,1fr)_320px]">
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
        <DetailsCard endpoint={endpoint} />
      </div>
      <ActionBar busy={save.busy} onDiscard={discard} open={isChanged} />
    </Form>
  )
}

function DetailsCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const overlap = endpoint.previousSecretUntil
  const isOverlapping = overlap !== null && new Date(overlap) > new Date()
  return (
    <Card>
      <CardHead title={t('endpoint')} />
      <CardBody underHead>
        <DescriptionList
          items={[
            [t('id'), <Id key="id" name={t('id')} value={endpoint.id} />],
            [t('created'), <Time as="day" at={endpoint.createdAt} key="created" />],
            isOverlapping && [t('stats.secret'), <OldSecret key="old" until={overlap} />],
          ]}
        />
      </CardBody>
    </Card>
  )
}

function OldSecret({ until }: { until: string }) {
  const [before, after] = t('rotate.overlap', { until: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <Time as="exact" at={until} />
      {after}
    </>
  )
}

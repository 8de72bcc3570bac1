import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { type Check, checksFor, forgedSnippet } from '#web/parts/webhooks/snippets.ts'
import { useWebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'

/** Explains how a server verifies a webhook: code to copy, and a forged request to test it. */
export function Verification({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { events, example } = useWebhookClient()
  const [check, setCheck] = useState<Check>('standard')
  // The published client knows the events of merchants alone.
  const isPublished = events.some((event) => event === webhookEventTypes[0])
  return (
    <>
      <Card>
        <CardHead title={t('verify.title')} />
        <CardBody underHead>
          <p className="max-w-reading text-label text-muted">{t('verify.text')}</p>
          <div>
            <Segmented
              label={t('verify.language')}
              onChange={setCheck}
              options={[
                { value: 'standard', label: t('verify.standard') },
                ...(isPublished ? [{ value: 'published' as const, label: t('verify.published') }] : []),
                { value: 'bare', label: t('verify.bare') },
              ]}
              value={check}
            />
          </div>
          <Code name={t('verify.title')} text={checksFor(example.line)[check]} />
        </CardBody>
      </Card>
      <Card>
        <CardHead title={t('verify.tryTitle')} />
        <CardBody underHead>
          <p className="max-w-reading text-label text-muted">{t('verify.tryText')}</p>
          <Code name={t('verify.tryTitle')} text={forgedSnippet(endpoint.url, example.type)} />
        </CardBody>
      </Card>
    </>
  )
}

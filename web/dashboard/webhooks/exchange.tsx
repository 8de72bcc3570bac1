import { type ReactNode, useState } from 'react'
import type { WebhookDelivery } from '#client/index.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { attemptSnippet } from '#web/parts/webhooks/snippets.ts'
import { Code } from '#web/ui/display/code.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'

/** What the receiver answered to an attempt, or why it did not. */
export function Answer({ delivery }: { delivery: WebhookDelivery }) {
  const { httpCode, answerBody, error } = delivery
  const bytes = new TextEncoder().encode(answerBody ?? '').length
  return (
    <Part
      note={httpCode === null ? undefined : `HTTP ${httpCode} · ${t('attempt.bytes', { count: bytes })}`}
      title={
        <>
          {t('attempt.answer')} <span className="font-regular text-muted">{t('attempt.attempt', { number: delivery.attempt })}</span>
        </>
      }
    >
      {httpCode === null ? (
        <p className="text-label text-muted">{t('attempt.noAnswerText', { reason: error ?? t('error.network') })}</p>
      ) : answerBody ? (
        <Body name={t('attempt.answer')} text={answerBody} />
      ) : (
        <p className="text-label text-muted">{t('attempt.noBody')}</p>
      )}
    </Part>
  )
}

/** What was sent: body, headers, or the whole as a call for a shell. */
export function Request({ delivery, url }: { delivery: WebhookDelivery; url: string }) {
  const [shown, setShown] = useState<'body' | 'headers' | 'curl'>('body')
  const { payload } = delivery.webhookEvent
  const headers = Object.entries(delivery.requestHeaders)
  return (
    <Part
      note={
        <Segmented
          label={t('attempt.request')}
          onChange={setShown}
          options={[
            { value: 'body', label: t('attempt.body') },
            { value: 'headers', label: t('attempt.headers') },
            { value: 'curl', label: t('attempt.curl') },
          ]}
          value={shown}
        />
      }
      title={t('attempt.request')}
    >
      {shown === 'body' && <Body name={t('attempt.body')} text={payload} />}
      {shown === 'headers' && <Code name={t('attempt.headers')} text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />}
      {shown === 'curl' && <Code name={t('attempt.curl')} text={attemptSnippet(url, delivery.requestHeaders, payload)} />}
    </Part>
  )
}

function Part({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex min-h-32 flex-wrap items-center justify-between gap-12">
        <h3 className="text-body font-strong">{title}</h3>
        {note !== undefined && <span className="text-caption text-muted tabular-nums">{note}</span>}
      </div>
      {children}
    </section>
  )
}

/** A body as JSON where it is JSON, else as it came. */
function Body({ text, name }: { text: string; name: string }) {
  const value = parsed(text)
  return typeof value === 'object' && value !== null ? <JsonView name={name} value={value} /> : <Code name={name} text={text} />
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

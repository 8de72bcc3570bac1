import { downloadCsv } from '#web/parts/download.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DownloadIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'

const columns = [
  [['name'], 'name'],
  [['customer_id', 'external_customer_id'], 'customer'],
  [['timestamp'], 'timestamp'],
  [['external_id'], 'externalId'],
  [['metadata.…'], 'metadata'],
] as const

const sample = [
  ['name', 'timestamp', 'external_customer_id', 'external_id', 'metadata.tokens', 'metadata.model'],
  ['ai.tokens', '2026-03-31T18:30:00Z', 'customer-17', 'request-4711', 1500, 'small'],
  ['ai.tokens', '2026-03-31T18:31:00Z', 'customer-18', 'request-4712', 320, 'large'],
] as const

/** The meanings of the columns of a file, and a sample of one. */
export function Columns() {
  return (
    <section aria-labelledby="import-columns" className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-8">
        <h3 className="text-label font-strong" id="import-columns">
          {t('columns')}
        </h3>
        <Button icon={DownloadIcon} onClick={() => downloadCsv('events.csv', sample)} variant="quiet">
          {t('sample')}
        </Button>
      </div>
      <dl className="grid gap-x-12 gap-y-6 text-caption wide:grid-cols-[180px_minmax(0,1fr)]">
        {columns.map(([names, about]) => (
          <div className="contents" key={about}>
            <dt className="min-w-0">
              {names.map((name, at) => (
                <span key={name}>
                  {at > 0 && <span className="text-muted"> {t('or')} </span>}
                  <code className="font-mono [overflow-wrap:anywhere]" translate="no">
                    {name}
                  </code>
                </span>
              ))}
            </dt>
            <dd className="min-w-0 text-muted max-wide:mb-4">{t(`about.${about}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

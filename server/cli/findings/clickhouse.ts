import { createClickHouse } from '#platform/clickhouse/client.ts'
import { ch, toStatement } from '#platform/clickhouse/statement.ts'
import { type Finding, finding } from './finding.ts'

const LIMITS = { timeoutMs: 5000 }

/** Checks that the ClickHouse of the settings answers and accepts the credentials. It changes nothing. */
export async function clickHouseFinding({
  EVENTS_CLICKHOUSE_URL: url,
  EVENT_RETENTION_MONTHS: months,
}: {
  readonly EVENTS_CLICKHOUSE_URL: string | undefined
  readonly EVENT_RETENTION_MONTHS: number | undefined
}): Promise<Finding | undefined> {
  if (url === undefined) return undefined
  const clickhouse = createClickHouse(url)
  try {
    const [row] = await clickhouse.select<{ readonly version: string }>(toStatement(ch`SELECT version() AS version`), LIMITS)
    const sentence = `ClickHouse ${row?.version ?? ''} answers and accepts the credentials`
    return months === undefined
      ? finding('clickhouse', 'warning', `${sentence}, but no month is handed over without EVENT_RETENTION_MONTHS.`)
      : finding('clickhouse', 'well', `${sentence}.`)
  } catch (error) {
    return finding('clickhouse', 'fault', `ClickHouse cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await clickhouse.close()
  }
}

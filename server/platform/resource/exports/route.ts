// The export of a list: all items that match its filters, without pages, as CSV or JSON (decision 62).
import type { z } from 'zod'
import { type CsvColumns, csvLine } from '#kernel/csv.ts'
import { invalid, valueProblem } from '#kernel/refusal.ts'
import { recordAudit } from '../../audit/audit-context.ts'
import type { Database } from '../../database/database.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { type ForeignFields, shownTo } from '../foreign-fields.ts'
import type { ListQuery, MatchingItems, ResourceList } from '../list.ts'
import { exportColumns } from './columns.ts'
import type { ExportFormat } from './format.ts'
import { releasing } from './places.ts'

/** The items of one export, at most. */
const ROWS_MAXIMUM = 50_000

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
}

/** The table of an export that has other rows than its items: one for each of their parts. */
export interface ExportTable<Item, Row> {
  readonly columns: CsvColumns<Row>
  toRows(item: Item): readonly Row[]
}

/** The export of a list, as a route. Its columns follow from the schema of its items. */
export interface ExportRead<Item, Schema extends z.ZodType, Row = never> {
  /** The path of the list: `/v1/orders/`. */
  readonly path: `/v1/${string}`
  /** The resource in the id of the operation and in the name of the file: `orders`. */
  readonly name: string
  /** Its plural in the summary. */
  readonly plural: string
  readonly scope: string
  readonly list: ResourceList<Item>
  /** One item as JSON. */
  readonly schema: Schema
  toWire(item: Item, baseUrl: string, count: number): z.input<Schema>
  /** Fields of another resource. */
  readonly foreign?: ForeignFields
  /** Reads the slugs of the custom fields whose values the items have: each is a column. */
  readonly customFields?: (db: Database, organizationIds: readonly string[]) => Promise<readonly string[]>
  readonly table?: ExportTable<Item, Row>
}

/**
 * `GET {path}export`: all items that match the filters of the list, in its order. 422 where there are more than 50,000, 429 where the caller
 * runs two exports already. It is recorded in the audit log of each organization before the first item is sent. HEAD has the headers alone and
 * is not recorded.
 */
export function exportRead<Item, Schema extends z.ZodType, Row = never>(read: ExportRead<Item, Schema, Row>): Route {
  const { list } = read
  return route({
    method: 'GET',
    path: `${read.path}export`,
    name: `${read.name}:export`,
    summary: `Exports ${read.plural} as CSV, or as JSON with \`format=json\`.`,
    access: `scope:${read.scope}`,
    addition: true,
    transaction: 'own',
    answersHead: true,
    query: list.exportQuery,
    answerType: 'text/csv',
    itemAnswer: read.schema,
    handle: async (call) => {
      const { query, tenantScope, platform, reply } = call
      const isHead = call.request.method === 'HEAD'
      const { format = 'csv', ...filters } = query as ListQuery & { readonly format?: ExportFormat }
      const organizationIds = tenantScope.organizationsFor(filters.organization_id)
      const shown = {
        ...read,
        toWire: (...item: Parameters<typeof read.toWire>) => shownTo(call.caller, read.foreign, read.toWire(...item)),
      }
      const release = platform.exportPlaces.take(call.caller)
      try {
        const matching = await list.readAll(call.db, { organizationIds, query: filters, limit: ROWS_MAXIMUM }, platform)
        if (!matching) invalid([valueProblem(['query'], `More than ${ROWS_MAXIMUM} rows match: narrow the filters`)])
        const pieces =
          format === 'json'
            ? jsonPieces(shown, matching, platform.settings.BASE_URL)
            : await csvOf(shown, call, { organizationIds, matching })
        if (!isHead) await recordExport(call, { list: read.name, format, rows: matching.count }, organizationIds)
        reply.header('content-disposition', `attachment; filename="${read.name}.${format}"`)
        reply.header('x-total-count', String(matching.count))
        reply.stream(CONTENT_TYPES[format], releasing(isHead ? nothing() : pieces, release))
      } catch (error) {
        release()
        throw error
      }
    },
  })
}

/** The argument of the handler of an export. */
type ExportCall = Call<undefined, ListQuery, undefined, `scope:${string}`, 'own'>

async function recordExport(
  call: ExportCall,
  details: { readonly list: string; readonly format: ExportFormat; readonly rows: number },
  organizationIds: readonly string[],
): Promise<void> {
  if (organizationIds.length === 0) return
  await call.transaction(async (tx) => {
    for (const organizationId of organizationIds) await recordAudit(tx, call, { action: 'list.exported', organizationId, details })
  })
}

interface CsvInput<Item> {
  readonly organizationIds: readonly string[]
  readonly matching: MatchingItems<Item>
}

async function csvOf<Item, Schema extends z.ZodType, Row>(
  { schema, toWire, customFields, table }: ExportRead<Item, Schema, Row>,
  { db, platform: { settings } }: ExportCall,
  { organizationIds, matching }: CsvInput<Item>,
): Promise<AsyncGenerator<string>> {
  if (table) return csvPieces(table.columns, matching, (item) => table.toRows(item))
  const columns = exportColumns(schema, await customFields?.(db, organizationIds))
  return csvPieces(columns, matching, (item) => [toWire(item, settings.BASE_URL, matching.count) as Readonly<Record<string, unknown>>])
}

async function* nothing(): AsyncGenerator<string> {}

async function* csvPieces<Item, Row>(
  columns: CsvColumns<Row>,
  { batches }: MatchingItems<Item>,
  toRows: (item: Item) => readonly Row[],
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  yield csvLine(Object.keys(columns))
  for await (const items of batches) {
    const lines = items.flatMap((item) => toRows(item).map((row) => csvLine(cells.map((cell) => cell(row)))))
    yield lines.join('')
  }
}

// One item on each line of the array, so that a reader counts them as they come.
async function* jsonPieces<Item, Schema extends z.ZodType, Row>(
  { schema, toWire }: ExportRead<Item, Schema, Row>,
  { batches, count }: MatchingItems<Item>,
  baseUrl: string,
): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const items of batches) {
    const texts = items.map((item) => JSON.stringify(schema.parse(toWire(item, baseUrl, count))))
    if (texts.length === 0) continue
    yield `${separator}${texts.join(',\n')}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}

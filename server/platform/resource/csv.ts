// The CSV of a list: the rows of its items that match the filters, without pages.
import { type CsvColumns, csvLine } from '#kernel/csv.ts'
import { invalid, valueProblem } from '#kernel/refusal.ts'
import { type Route, route } from '../http/route.ts'
import type { ResourceList } from './list.ts'

/** The rows of one export, at most. */
const ROWS_MAXIMUM = 50_000

/** A list as CSV, as a route. */
export interface CsvRead<Item, Wire> {
  /** The path of the list: `/v1/orders/`. */
  readonly path: `/v1/${string}`
  /** The resource in the id of the operation and in the name of the file: `orders`. */
  readonly name: string
  /** One sentence for the reference. */
  readonly summary: string
  readonly scope: string
  readonly list: ResourceList<Item>
  readonly columns: CsvColumns<Wire>
  /** The rows of an item: one, or one for each of its parts. */
  toRows(item: Item, baseUrl: string): readonly Wire[]
}

/** `GET {path}export`: all items that match the filters of the list, in its order, as CSV. 422 where there are more than 50,000. */
export function csvRead<Item, Wire>({ path, name, summary, scope, list, columns, toRows }: CsvRead<Item, Wire>): Route {
  return route({
    method: 'GET',
    path: `${path}export`,
    name: `${name}:export`,
    summary,
    access: `scope:${scope}`,
    addition: true,
    query: list.exportQuery,
    answerType: 'text/csv',
    handle: async ({ db, query, tenantScope, platform, reply }) => {
      const organizationIds = tenantScope.organizationsFor(query.organization_id)
      const batches = await list.readAll(db, { organizationIds, query, limit: ROWS_MAXIMUM }, platform)
      if (!batches) invalid([valueProblem(['query'], `More than ${ROWS_MAXIMUM} rows match: narrow the filters`)])
      const rows = (items: readonly Item[]) => items.flatMap((item) => toRows(item, platform.settings.BASE_URL))
      reply.header('content-disposition', `attachment; filename="${name}.csv"`)
      reply.stream('text/csv; charset=utf-8; header=present', csvLines(columns, batches, rows))
    },
  })
}

async function* csvLines<Item, Wire>(
  columns: CsvColumns<Wire>,
  batches: AsyncIterable<readonly Item[]>,
  rows: (items: readonly Item[]) => readonly Wire[],
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  yield csvLine(Object.keys(columns))
  for await (const items of batches)
    yield rows(items)
      .map((row) => csvLine(cells.map((cell) => cell(row))))
      .join('')
}
